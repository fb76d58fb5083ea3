//! A layer between the database and the disk that fails when it is told to. It is made the default, so that the store runs over
//! it unchanged; faults are armed for the calls of one thread, so that tests do not disturb each other.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Condvar, Mutex, Once};
use std::time::Duration;

use rusqlite::ffi;

/// What the database asks of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    Read,
    Write,
    /// A write beyond the end of a file, which needs new pages of the disk.
    Grow,
    Sync,
    Open,
    Truncate,
    Delete,
    /// Opening and mapping the memory that connections share.
    Share,
}

impl Call {
    pub const ALL: [Self; 8] =
        [Self::Read, Self::Write, Self::Grow, Self::Sync, Self::Open, Self::Truncate, Self::Delete, Self::Share];

    fn code(self, way: Way) -> c_int {
        match self {
            Self::Read => ffi::SQLITE_IOERR_READ,
            Self::Write if way == Way::Once => ffi::SQLITE_IOERR_WRITE,
            Self::Write | Self::Grow => ffi::SQLITE_FULL,
            Self::Sync => ffi::SQLITE_IOERR_FSYNC,
            Self::Open | Self::Share => ffi::SQLITE_CANTOPEN,
            Self::Truncate => ffi::SQLITE_IOERR_TRUNCATE,
            Self::Delete => ffi::SQLITE_IOERR_DELETE,
        }
    }
}

/// How a call fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// This call only.
    Once,
    /// This call and all of its kind that follow.
    Onward,
    /// This write only, after half of its bytes.
    Half,
    /// This call and whatever follows, as if the process had been killed before it.
    Killed,
    /// The same, after half of the bytes if it is a write.
    Torn,
    /// This call does not fail; it waits until the [`GATE`] is opened.
    Late,
}

/// Which call fails, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Only calls of this kind count; `None` counts those that change something on the disk.
    pub call: Option<Call>,
    /// From 1.
    pub nth: u32,
    pub way: Way,
}

/// The calls of a thread since it was last armed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    counts: [u32; Call::ALL.len()],
    changes: u32,
    /// Returns true if the fault happened.
    pub fired: bool,
}

impl Tally {
    /// The calls of a kind; `None` counts those that change something on the disk.
    pub fn of(&self, call: Option<Call>) -> u32 {
        call.map_or(self.changes, |call| self.counts[call as usize])
    }
}

thread_local! {
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
    static TALLY: Cell<Tally> = const { Cell::new(Tally { counts: [0; Call::ALL.len()], changes: 0, fired: false }) };
}

/// Counts the calls of this thread from now on, and has one of them fail.
pub fn arm(fault: Option<Fault>) {
    TALLY.set(Tally::default());
    FAULT.set(fault);
}

/// Has no call of this thread fail from now on.
pub fn disarm() -> Tally {
    FAULT.set(None);
    TALLY.get()
}

/// What a late call waits at, for one test at a time.
pub static GATE: Gate = Gate { state: Mutex::new(State { waiting: false, open: false }), changed: Condvar::new() };

/// A test that failed opens no gate; nobody waits for it for longer than this.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    waiting: bool,
    open: bool,
}

impl Gate {
    /// Returns when a call waits at the gate.
    pub fn await_call(&self) {
        let state = self.state.lock().unwrap();
        let (state, _) = self.changed.wait_timeout_while(state, PATIENCE, |state| !state.waiting).unwrap();
        let waiting = state.waiting;
        drop(state);
        assert!(waiting, "no call came to the gate");
    }

    /// Lets the call that waits go on.
    pub fn open(&self) {
        self.state.lock().unwrap().open = true;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.waiting = true;
        self.changed.notify_all();
        let (mut state, _) = self.changed.wait_timeout_while(state, PATIENCE, |state| !state.open).unwrap();
        *state = State { waiting: false, open: false };
    }
}

/// What becomes of a call.
enum Fate {
    Done,
    Failed(c_int),
    /// Failed after half of its bytes.
    Halved(c_int),
}

fn fate(call: Call) -> Fate {
    let mut tally = TALLY.get();
    tally.counts[call as usize] += 1;
    // A write that grows the file is counted as a write already.
    let changes = !matches!(call, Call::Read | Call::Grow);
    tally.changes += u32::from(changes);
    let Some(fault) = FAULT.get() else {
        TALLY.set(tally);
        return Fate::Done;
    };
    let code = call.code(fault.way);
    let dead = tally.fired && matches!(fault.way, Way::Killed | Way::Torn);
    let counts = fault.call.map_or(changes, |kind| kind == call);
    let count = tally.of(fault.call);
    let hit = counts && (count == fault.nth || (count > fault.nth && fault.way == Way::Onward));
    tally.fired |= hit;
    TALLY.set(tally);
    match fault.way {
        _ if dead => Fate::Failed(code),
        _ if !hit => Fate::Done,
        Way::Late => {
            GATE.pass();
            Fate::Done
        }
        Way::Half | Way::Torn if call == Call::Write => Fate::Halved(code),
        _ => Fate::Failed(code),
    }
}

/// Returns true if the process counts as killed.
fn killed() -> bool {
    TALLY.get().fired && FAULT.get().is_some_and(|fault| matches!(fault.way, Way::Killed | Way::Torn))
}

/// A file of this layer; the file of the layer below follows it in memory.
#[repr(C)]
struct File {
    base: ffi::sqlite3_file,
}

static BELOW: AtomicPtr<ffi::sqlite3_vfs> = AtomicPtr::new(std::ptr::null_mut());

/// Puts the layer under every file that is opened from now on.
pub fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // SAFETY: no name asks for the default layer, which the database never frees.
        let below = unsafe { ffi::sqlite3_vfs_find(std::ptr::null()) };
        assert!(!below.is_null(), "the database has a default layer");
        BELOW.store(below, Ordering::Release);
        // SAFETY: just found. What is not replaced does not look at the layer that it is called with.
        let mut layer = unsafe { *below };
        layer.szOsFile += c_int::try_from(size_of::<File>()).unwrap();
        layer.pNext = std::ptr::null_mut();
        layer.zName = c"faults".as_ptr();
        layer.xOpen = Some(open);
        layer.xDelete = Some(delete);
        // SAFETY: a layer that lives as long as the process, with a name that does too.
        let registered = unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(layer)), 1) };
        assert_eq!(registered, ffi::SQLITE_OK);
    });
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn open(
    _layer: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let below = BELOW.load(Ordering::Acquire);
    // SAFETY: the database gives as many bytes as `szOsFile` says, the sum of both files; without methods it does not close it.
    unsafe { (*file).pMethods = std::ptr::null() };
    if let Fate::Failed(code) | Fate::Halved(code) = fate(Call::Open) {
        return code;
    }
    // SAFETY: the layer below gets its own memory, zeroed by the database, and the caller's arguments.
    unsafe {
        let inner = inner(file);
        let code = ((*below).xOpen.unwrap())(below, name, inner, flags, out_flags);
        if !(*inner).pMethods.is_null() {
            (*file).pMethods = &raw const METHODS;
        }
        code
    }
}

unsafe extern "C" fn delete(_layer: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    if let Fate::Failed(code) | Fate::Halved(code) = fate(Call::Delete) {
        return code;
    }
    let below = BELOW.load(Ordering::Acquire);
    // SAFETY: the caller's arguments, handed to the layer below.
    unsafe { ((*below).xDelete.unwrap())(below, name, sync) }
}

/// The file of the layer below.
///
/// # Safety
/// `file` was given by the database to this layer.
unsafe fn inner(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    // SAFETY: `szOsFile` is the sum of both files, and the first is a pointer, so that the second is aligned as one.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// Hands a call to the layer below unless it is to fail.
macro_rules! handed_on {
    ($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*), $method:ident $(, $refused:expr)?) => {
        $(#[$doc])*
        unsafe extern "C" fn $name(file: *mut ffi::sqlite3_file $(, $arg: $type)*) -> c_int {
            $(if let Some(code) = $refused {
                return code;
            })?
            // SAFETY: a file that `open` opened in the layer below, and the caller's arguments.
            unsafe {
                let inner = inner(file);
                ((*(*inner).pMethods).$method.unwrap())(inner $(, $arg)*)
            }
        }
    };
}

fn refused(call: Call) -> Option<c_int> {
    match fate(call) {
        Fate::Done => None,
        Fate::Failed(code) | Fate::Halved(code) => Some(code),
    }
}

fn refused_if_killed(code: c_int) -> Option<c_int> {
    killed().then_some(code)
}

handed_on!(fn close(), xClose);
handed_on!(fn read(to: *mut c_void, bytes: c_int, at: i64), xRead, refused(Call::Read));
handed_on!(fn write_below(from: *const c_void, bytes: c_int, at: i64), xWrite);
handed_on!(fn truncate(size: i64), xTruncate, refused(Call::Truncate));
handed_on!(fn sync(flags: c_int), xSync, refused(Call::Sync));
handed_on!(fn file_size(size: *mut i64), xFileSize);
handed_on!(fn lock(level: c_int), xLock, refused_if_killed(ffi::SQLITE_IOERR_LOCK));
handed_on!(fn unlock(level: c_int), xUnlock);
handed_on!(fn check_reserved_lock(answer: *mut c_int), xCheckReservedLock);
handed_on!(fn file_control(operation: c_int, argument: *mut c_void), xFileControl);
handed_on!(fn sector_size(), xSectorSize);
handed_on!(fn device_characteristics(), xDeviceCharacteristics);
handed_on!(
    fn shm_map(region: c_int, bytes: c_int, extend: c_int, out: *mut *mut c_void),
    xShmMap,
    refused(Call::Share)
);
handed_on!(fn shm_lock(at: c_int, count: c_int, flags: c_int), xShmLock);
handed_on!(fn shm_unmap_below(delete: c_int), xShmUnmap);

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, from: *const c_void, bytes: c_int, at: i64) -> c_int {
    let mut size = 0;
    // SAFETY: an open file, and a place for its size.
    let sized = unsafe { file_size(file, &raw mut size) };
    let grows = sized == ffi::SQLITE_OK && at + i64::from(bytes) > size;
    let fate = match fate(Call::Write) {
        Fate::Done if grows => fate(Call::Grow),
        fate => fate,
    };
    // SAFETY: the caller's arguments, or the first half of its bytes.
    unsafe {
        match fate {
            Fate::Done => write_below(file, from, bytes, at),
            Fate::Failed(code) => code,
            Fate::Halved(code) => {
                write_below(file, from, bytes / 2, at);
                code
            }
        }
    }
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    // SAFETY: a file that `open` opened in the layer below.
    unsafe {
        let inner = inner(file);
        ((*(*inner).pMethods).xShmBarrier.unwrap())(inner);
    }
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    // SAFETY: an open file. Who was killed deletes nothing.
    unsafe { shm_unmap_below(file, if killed() { 0 } else { delete }) }
}
