#!/usr/bin/env python3
"""Plans each track of the manifest to the exact frame: the names of its stems, and between them frames of silence.

A track begins with its tune; each section is followed by silence and music, the prayer by a longer silence, and the whole tune
ends it. Speech starts within seconds, so that users recognise the track. build.py calls `plan`; run alone, this updates the
manifest.
"""
import itertools
import json
import math
import os

LIBRARY = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
QUIET_PIECES = [f"still-{number}" for number in range(1, 7)]
# In playing order: each tune is played in both arrangements before it repeats.
ARRANGEMENTS = ["verse", "hymn", "hymn", "verse"]
# Intended silence in seconds; scaled to reach the exact length of a track.
AFTER_SPEECH, AFTER_PRAYER, AFTER_MUSIC = 4, 11, 2.5


def rounded(number):
    return math.floor(number + 0.5)


def after(section):
    return AFTER_PRAYER if section["name"] == "prayer" else AFTER_SPEECH


def pieces_in_turn(tunes, first):
    """Alternates quiet pieces and tunes."""
    for turn in itertools.count() if tunes else ():
        yield QUIET_PIECES[(first + turn) % len(QUIET_PIECES)]
        yield f"{ARRANGEMENTS[turn % len(ARRANGEMENTS)]}-{tunes[turn % len(tunes)]}"


def interludes_of(track, frames_of, to_frames, room):
    """Distributes the music over the sections by time; the last section never exceeds its share."""
    sections, used = track["sections"], 0
    pieces = pieces_in_turn(track["music"][1:], len(sections))
    piece = next(pieces, None)
    interludes = []
    for number, section in enumerate(sections, 1):
        interlude, share = [], room * number / len(sections)
        used += to_frames(after(section))
        while piece and used + frames_of[piece] / (1 if number == len(sections) else 2) <= share:
            interlude.append(piece)
            used += frames_of[piece] + to_frames(AFTER_MUSIC)
            piece = next(pieces, None)
        interludes.append(interlude)
    return interludes


def distributed(frames, weights):
    """Whole frames in proportion to the weights."""
    left = sum(weights)
    for weight in weights:
        share = rounded(frames * weight / left)
        frames, left = frames - share, left - weight
        yield share


def parts_of(manifest, track):
    frame_seconds = manifest["format"]["samplesPerFrame"] / manifest["format"]["sampleRate"]
    frames_of = {name: stem["frames"] for name, stem in manifest["stems"].items()}
    to_frames = lambda seconds: rounded(seconds / frame_seconds)
    theme, sections = track["music"][0], track["sections"]
    opening, ending = f"open-{theme}", f"hymn-{theme}"
    spoken = [section["stem"] for section in sections]
    room = to_frames(track["minutes"] * 60) - sum(frames_of[name] for name in [opening, *spoken, ending])
    interludes = interludes_of(track, frames_of, to_frames, room)
    silence = room - sum(frames_of[name] for interlude in interludes for name in interlude)
    assert silence > 0, f"{spoken[0]}: the narration is too long for this track"
    gaps = [[after(section), *(AFTER_MUSIC for _ in interlude)] for section, interlude in zip(sections, interludes)]
    silences = distributed(silence, [gap for group in gaps for gap in group])
    parts = [opening]
    for stem, interlude in zip(spoken, interludes):
        for name in [stem, *interlude]:
            parts += [name, next(silences)]
    return [*parts, ending]


def plan(manifest):
    for track in manifest["tracks"].values():
        track["parts"] = parts_of(manifest, track)


def main():
    path = f"{LIBRARY}/manifest.json"
    with open(path, encoding="utf-8") as file:
        manifest = json.load(file)
    plan(manifest)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
