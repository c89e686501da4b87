# Python in the browser: storage, bots, and what works without a connection
web-engine-jobless = The bots couldn't be loaded: they can't play, and there are no replays. Check your connection and try again.
web-storage-denied = This browser doesn't let Tablée store matches: it may be a private window, or storage is blocked or broken.
web-storage-full = This device has no room left to store your match. Free some space and try again, or play on without saving.
web-storage-unsaved = Play without saving
web-storage-unsaved-text = Nothing is being saved: closing this page ends your match.
web-storage-copy = Save a copy
web-storage-damaged = Part of what this browser stored is damaged. Matches that can't be read any more were set aside; the others are unharmed.
web-offline-nothing = Not stored on this device yet: for now, Tablée needs a connection.
web-offline-missing = Without a connection, you can read the rules and use the caller, the sand timer and the bell. To play offline, too, store the games on this device.
web-offline-arriving = Storing the games on this device, to be played without a connection…
web-offline-failed = The games couldn't be stored on this device. Without a connection, you can read the rules and use the caller, the sand timer and the bell.
web-offline-kept = Stored on this device: Tablée works without a connection.
web-offline-keep = Store the games
