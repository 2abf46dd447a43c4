"""Notation by scale degree, MIDI bytes, and their rendering with fluidsynth."""
import os
import struct
import subprocess
import warnings

import numpy as np
from scipy.io import wavfile

from sound import RATE

PIANO_FONT = "/usr/share/sounds/sf3/MuseScore_General_Lite.sf3"
PAD_FONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"
TICKS = 480
MAJOR = [0, 2, 4, 5, 7, 9, 11]
CHORDS = {
    "I": (0, 4, 7), "ii": (2, 5, 9), "iii": (4, 7, 11), "IV": (5, 9, 12), "V": (7, 11, 14), "vi": (9, 12, 16),
    "I2": (0, 2, 7), "IVadd": (5, 9, 12, 7), "V7": (7, 11, 14, 17), "Vs": (7, 12, 14), "II": (2, 6, 9),
    "Is": (0, 5, 7), "I/3": (4, 7, 12), "I/5": (7, 12, 16),
}


def variable_length(number):
    digits = [number & 127]
    number >>= 7
    while number:
        digits.append((number & 127) | 128)
        number >>= 7
    return bytes(reversed(digits))


class Track:
    def __init__(self, program=None):
        self.events = []
        if program is not None:
            self.program(program)

    def note(self, beat, beats, pitch, velocity, channel=0):
        start = max(0, int(beat * TICKS))
        end = max(int(start + beats * TICKS), start + 1)
        loud = max(1, min(127, int(velocity)))
        self.events.append((start, 2, bytes([0x90 | channel, int(pitch), loud])))
        self.events.append((end, 1, bytes([0x80 | channel, int(pitch), 0])))

    def control(self, beat, controller, value, channel=0):
        self.events.append((max(0, int(beat * TICKS)), 0, bytes([0xB0 | channel, controller, int(value)])))

    def program(self, number, channel=0):
        self.events.append((0, -1, bytes([0xC0 | channel, number])))

    def hold(self, notes):
        """Notes as (beat, end, velocity) by (channel, pitch). A common tone is held, not struck again:
        of two notes of one pitch on one channel the first note-off silences both."""
        for (channel, pitch), spans in notes.items():
            joined = []
            for start, end, velocity in sorted(spans):
                if joined and start <= joined[-1][1]:
                    joined[-1][1] = max(joined[-1][1], end)
                else:
                    joined.append([start, end, velocity])
            for start, end, velocity in joined:
                self.note(start, end - start, pitch, velocity, channel)

    def render(self, path, bpm, font, volume):
        """Writes `path`.mid and returns its sound, shape (2, samples)."""
        body, last = b"\x00\xff\x51\x03" + struct.pack(">I", int(6e7 / bpm))[1:], 0
        for tick, _, event in sorted(self.events, key=lambda event: (event[0], event[1])):
            body += variable_length(tick - last) + event
            last = tick
        body += variable_length(TICKS * 4) + b"\xff\x2f\x00"
        with open(path + ".mid", "wb") as midi:
            midi.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS) + b"MTrk" + struct.pack(">I", len(body)) + body)
        subprocess.run(
            ["fluidsynth", "-ni", "-q", "-F", path + ".wav", "-T", "wav", "-O", "float", "-r", str(RATE),
             "-g", str(volume), "-o", "synth.reverb.active=0", "-o", "synth.chorus.active=0",
             "-o", "synth.polyphony=512", "-o", "synth.dynamic-sample-loading=1", font, path + ".mid"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", wavfile.WavFileWarning)      # fluidsynth adds a PEAK chunk
            rate, sound = wavfile.read(path + ".wav")
        assert rate == RATE
        os.remove(path + ".wav")
        return sound.astype(np.float64).T


def degree(token, key):
    """'5,' '1' "1'" '#4' 'b7' as a MIDI pitch; `key` is the pitch of degree 1."""
    accidental = 0
    while token[0] in "#b":
        accidental += 1 if token[0] == "#" else -1
        token = token[1:]
    octave = token.count("'") - token.count(",")
    return key + MAJOR[int(token.strip("',")) - 1] + 12 * octave + accidental


def melody_notes(melody, key):
    """(beat, beats, pitch) of every note."""
    notes, beat = [], 0.0
    for token in melody.replace("|", " ").split():
        name, beats = token.split(":") if ":" in token else (token, "1")
        if name != "r":
            notes.append((beat, float(beats), degree(name, key)))
        beat += float(beats)
    return notes


def bass(chord, key, low, high):
    """The root of the chord, moved by octaves into low <= pitch < high."""
    pitch = key % 12 + CHORDS[chord][0]
    while pitch < low:
        pitch += 12
    while pitch >= high:
        pitch -= 12
    return pitch
