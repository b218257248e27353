"""The order of rooms: what each verb reads, maps and stores."""
