// What a process takes that does nothing.
