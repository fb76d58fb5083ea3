// @ts-check
/**
 * The lessons as data: a position, what to do, the moves that do it, and what was learnt.
 */

/** @typedef {{en: string, ja: string}} Words */
/**
 * @typedef {object} Lesson
 * @property {string} game
 * @property {string} [position] the game's own start if not given
 * @property {Words} title
 * @property {Words} task
 * @property {string[]} goal moves that fulfil the task; none if any move does
 * @property {Words} done
 */

/** Nip and Reversi begin alike. @type {Words} */
const ENCLOSE = { en: "Enclose and turn", ja: "はさんで返す" };

/** @type {Pick<Lesson, "title" | "task" | "done">} */
const ALL_DIRECTIONS = {
  title: { en: "All directions at once", ja: "全部の向きで" },
  task: {
    en: "One disc turns along every line that it closes. Find the square that turns eight.",
    ja: "一つの石は、はさんだ線すべてで返します。八つ返るマスを探しましょう。",
  },
  done: { en: "Eight lines, eight discs.", ja: "八つの線で八つ返りました。" },
};

/** @type {Record<import("../types").Family, Lesson[]>} */
export const lessons = {
  nip: [
    {
      game: "nip",
      goal: [],
      title: ENCLOSE,
      task: {
        en: "You are black. Put a disc so that a white one stands between it and another of yours, in a straight line: across, down or slanting. What stands between turns black. Point at a mark to see what would turn, then play.",
        ja: "あなたは黒です。白い石を、新しい石と自分の石ではさんでください。縦・横・斜めのまっすぐな線です。はさんだ石は黒に返ります。印に触れると返る石が見えます。打ってみましょう。",
      },
      done: {
        en: "The white disc turned. Every move must turn at least one.",
        ja: "白が黒に返りました。一つも返らない所には打てません。",
      },
    },
    {
      game: "nip",
      position: "..----.. .------. --X-X-X- ---OOO-- --XO-OX- ---OOO-- .-X-X-X. ..----.. X",
      goal: ["e5"],
      ...ALL_DIRECTIONS,
    },
    {
      game: "nip",
      position: "..-XOO.. .-----O. -------O ---OX--- ---XO--- -------- .------. ..----.. X",
      goal: ["h4"],
      title: { en: "The ring", ja: "環" },
      task: {
        en: "The light squares at the edge are the ring: one line of 20 squares with no ends. It bends, and captures bend with it. Enclose the white discs between your d1 and a new disc further along the ring.",
        ja: "ふちの明るいマスは環です。二十マスが一列につながり、端がありません。列は曲がり、取りも一緒に曲がります。d1 の黒と、環の先に置く新しい石で、白をはさんでください。",
      },
      done: {
        en: "Four discs turned round the bend. The gold arc shows a capture along the ring.",
        ja: "角を曲がって四つ返りました。金色の弧が環での取りです。",
      },
    },
    {
      game: "nip",
      position: "..OOOO.. .O----O. O------O O--OX--O O--XO--- O------O .O----O. ..OOOO.. X",
      goal: ["h5"],
      title: { en: "The lap", ja: "一周" },
      task: {
        en: "White holds 19 of the 20 ring squares and black none. A line with no ends meets itself: a disc on the last square encloses all the others between itself and itself.",
        ja: "環の二十マスのうち十九が白で、黒はありません。端のない列は自分に戻ります。最後の一マスに置いた石は、自分と自分とで残り全部をはさみます。",
      },
      done: {
        en: "A lap: all 19 turned at once. The ring is never safe.",
        ja: "一周です。十九個が一度に返りました。環は最後まで油断できません。",
      },
    },
    {
      game: "nip",
      position: "..OOOO.. .OXXXXO. OXXXXXXO OXXOXXXO OXXXOXXO OXXXXXXO .OXXXXO. ..XOO-.. X",
      goal: ["f8"],
      title: { en: "The end", ja: "終局" },
      task: {
        en: "Who has no move passes. When nobody has one, the game is over and more discs win. One square is left: play it.",
        ja: "打てる所がなければパスです。どちらも打てなければ終局で、石の多い方が勝ちます。残りは一マス。打ってください。",
      },
      done: {
        en: "Over. The counts beside the board say who won. Now you know Nip.",
        ja: "終局です。石の数で勝ち負けが決まります。これでニップのルールは全部です。",
      },
    },
  ],
  reversi: [
    {
      game: "reversi",
      goal: [],
      title: ENCLOSE,
      task: {
        en: "You are black. Enclose a white disc between a new disc and one of yours, in any straight line. It turns black.",
        ja: "あなたは黒です。新しい石と自分の石で、まっすぐな線で白をはさむと、白は黒に返ります。",
      },
      done: { en: "It turned. Every move must turn at least one.", ja: "返りました。一つも返らない所には打てません。" },
    },
    {
      game: "reversi",
      position: "-------- -------- -X-X-X-- --OOO--- -XO-OX-- --OOO--- -X-X-X-- -------- X",
      goal: ["d5"],
      ...ALL_DIRECTIONS,
    },
    {
      game: "reversi",
      position: "-OOOOX-- OOOOO--- OXOXO--- OOXOOO-- OXXXO--- OOOOOO-- --O----- -------- X",
      goal: ["a1"],
      title: { en: "Corners stay", ja: "角は返らない" },
      task: {
        en: "Nothing lies behind a corner, so a disc there can never be enclosed. Take the corner.",
        ja: "角の先には何もないので、角の石ははさめません。角を取りましょう。",
      },
      done: {
        en: "That corner is yours for good, and what leans on it too.",
        ja: "この角はもうずっとあなたのものです。つながる石も安全です。",
      },
    },
    {
      game: "reversi4",
      position: "XOO- OXXO OXXO XXXX X",
      goal: ["d1"],
      title: { en: "Pass and end", ja: "パスと終局" },
      task: {
        en: "Who has no move passes. When nobody has one, more discs win. Play the last square of this small board.",
        ja: "打てなければパス、どちらも打てなければ終局で、石の多い方が勝ちです。小さな盤の最後の一マスに打ってください。",
      },
      done: {
        en: "Over: black has more. Now you know Reversi.",
        ja: "終局。黒が多いので黒の勝ち。これでリバーシのルールは全部です。",
      },
    },
  ],
  yonin: [
    {
      game: "yonin",
      goal: [],
      title: { en: "Four seats, two colours", ja: "四人で二色" },
      task: {
        en: "Seats 1 and 3 play black, seats 2 and 4 white, in turn. You are seat 1, at home in the top left quarter. Enclose and turn as in Reversi.",
        ja: "1 番と 3 番は黒、2 番と 4 番は白で、順に打ちます。あなたは 1 番、家は左上の区画です。リバーシと同じようにはさんで返しましょう。",
      },
      done: {
        en: "Now seat 2 is on turn: the outlined band shows it.",
        ja: "次は 2 番です。縁取られた帯が手番を示します。",
      },
    },
    {
      game: "yonin",
      position: "-------- -------- ---O---- ---OX--- ---XO--- ----OO-- -------- -------- 1",
      goal: [],
      title: { en: "The closed quarter", ja: "打てない区画" },
      task: {
        en: "Nobody may play in the quarter opposite to home. Yours is hatched: the bottom right. Play elsewhere.",
        ja: "家の向かいの区画には打てません。あなたは斜線の右下です。ほかの所に打ってください。",
      },
      done: { en: "Discs in the closed quarter may still turn.", ja: "打てなくても、そこの石が返ることはあります。" },
    },
    {
      game: "yonin",
      position: "-------- -X------ --OOOX-- --O-O--- --OXX--- ---O---- -------- -------- 1",
      goal: ["b3"],
      title: { en: "Your home counts", ja: "家の石が得点" },
      task: {
        en: "You count the discs of your colour in your own home, and nothing else. Find the move that turns the most there.",
        ja: "得点は、自分の家にある自分の色の石の数だけです。家の中で一番多く返る手を探しましょう。",
      },
      done: {
        en: "Seat 3 has your colour too, but another home: partner and rival. Now you know Yonin.",
        ja: "3 番も同じ色ですが、家は別。味方であり敵でもあります。これで四人リバーシのルールは全部です。",
      },
    },
  ],
  go: [
    {
      game: "go5",
      position: "..... ..X.. .XO.. ..X.. ..... X",
      goal: ["d3"],
      title: { en: "Capture", ja: "石を取る" },
      task: {
        en: "A stone lives by the empty points beside it, its liberties. The white stone has one left. Take it.",
        ja: "石は隣の空点（呼吸点）で生きています。白い石に残るのは一つ。そこに打って取りましょう。",
      },
      done: { en: "No liberty, no stone: it was taken off.", ja: "呼吸点がなくなり、石は取り上げられました。" },
    },
    {
      game: "go5",
      position: ".XX.. XOOX. .XO.. ..X.. ..... X",
      goal: ["d3"],
      title: { en: "Chains", ja: "つながった石" },
      task: {
        en: "Stones that touch along lines live and die together. These three share one liberty.",
        ja: "線でつながった石は一緒に生き、一緒に取られます。この三つの呼吸点は一つだけです。",
      },
      done: { en: "Three at once.", ja: "三つ一度に取れました。" },
    },
    {
      game: "go5",
      position: "..XO. .XO.O ..XO. ..... ..... X",
      goal: ["d4"],
      title: { en: "Ko", ja: "コウ" },
      task: {
        en: "Black may take the white stone on c4 by playing d4. White could then take back, and so for ever.",
        ja: "d4 に打つと c4 の白が取れます。白が取り返すと、永遠に続いてしまいます。",
      },
      done: {
        en: "So it is forbidden to take back at once: white must play elsewhere first.",
        ja: "そこで、すぐに取り返すことは禁じられています。白は一度ほかに打たなければなりません。",
      },
    },
    {
      game: "go5",
      position: ".XO.. XXO.O .XO.. .XOO. .XO.O X",
      goal: ["pass"],
      title: { en: "Territory and the end", ja: "地と終局" },
      task: {
        en: "When nothing is left to gain, pass. Two passes end the game; stones and surrounded points are counted. Press Pass.",
        ja: "得になる所がなければパスします。二人続けてパスすると終局で、石と囲んだ所を数えます。「パス」を押してください。",
      },
      done: {
        en: "White would pass as well. White also gets komi for moving second. Now you know Go.",
        ja: "白もパスすれば終局です。後手の白にはコミも入ります。これで囲碁のルールは全部です。",
      },
    },
  ],
};
