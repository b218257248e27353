"""Which offers contradict a register?"""
