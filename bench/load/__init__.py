"""The load that bench/rooms.py puts on servers of rooms: its crowd, and the servers themselves."""
