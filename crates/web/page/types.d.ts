/** The server's types under the names that the page uses for them; the server's own test keeps api-types.d.ts up to date. */

import type * as Api from "./api-types";

export type {
  Analysis, Candidate, Capture, Cell, ExperimentDetail, ExperimentInfo, GameInfo, Games, Legal, OptionInfo, OverlayCell, OverlayLine,
  PlayerInfo, Room, Seat, SeatSpec, Solve, Value, View,
} from "./api-types";

export type BoardData = Api.Board;
export type Colour = Api.Seat["colour"];
export type Family = Api.GameInfo["family"];
export type Level = Api.LevelInfo;
export type LibraryGame = Api.GameLine;
export type RoomNode = Api.Node;
