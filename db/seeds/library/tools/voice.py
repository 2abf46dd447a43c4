"""The synthetic voice: hibari ("heart"), one sentence at a time, with longer pauses at commas."""
import json
import os
import re

import hibari
import numpy as np
import onnx

TOOLS = os.path.dirname(os.path.abspath(__file__))
RATE = hibari.SAMPLE_RATE
FRAME = 600                   # samples: the model counts durations in steps of 25 ms
DURATIONS = "/Clip_output_0"  # inside the graph: frames of each phoneme, after the pace
COMMA_BREATH = 0.16           # seconds more than the model leaves, at a pace of 1
NO_SOUND = 10 ** (-50 / 20)

with open(f"{TOOLS}/pronunciations.json", encoding="utf-8") as file:
    PRONUNCIATIONS = json.load(file)
# Longer entries first, so that a phrase is matched before a word in it.
_SAID_OTHERWISE = re.compile(
    r"\b(" + "|".join(sorted(map(re.escape, PRONUNCIATIONS), key=len, reverse=True)) + r")\b", re.IGNORECASE)
_AS_SAID = {written.lower(): said for written, said in PRONUNCIATIONS.items()}
_tts = None


def voice():
    """The package's own model with an additional output: the duration of each phoneme."""
    global _tts
    if _tts is None:
        assets = f"{os.path.dirname(hibari.__file__)}/assets"
        model = onnx.load(f"{assets}/hibari.onnx")
        model.graph.output.append(onnx.helper.make_empty_tensor_value_info(DURATIONS))
        _tts = hibari.Hibari(model=model.SerializeToString())
    return _tts


def phonemes_of(sentence):
    """The phonemes of a sentence as one string; `pronunciations.json` corrects errors of the lexicon."""
    marked = _SAID_OTHERWISE.sub(lambda found: f"[{found[0]}](/{_AS_SAID[found[0].lower()]}/)", sentence)
    said = voice().phonemize(marked)
    assert len(said) == 1, f"not one sentence: {sentence}"
    return said[0]


def say(sentence, pace, seed):
    """The sound of a sentence at RATE, from its first sound to its last."""
    said, tts = phonemes_of(sentence), voice()
    ids = tts.ids(said)
    assert len(ids) == len(said) + 2, f"unknown phoneme in {said}"
    *spectrum, pitch, durations = tts.sess.run(None, {
        "ids": np.asarray([ids], np.int64), "speed": np.asarray([pace], np.float32)})
    sound = hibari.dsp.synth(*(part[0] for part in spectrum), pitch[0], np.random.default_rng(seed)).astype(float)
    ends = np.cumsum(durations.reshape(-1)).astype(int) * FRAME
    assert ends[-1] == len(sound)
    return trimmed(with_breaths(sound, said, ends, COMMA_BREATH / pace))


def with_breaths(sound, said, ends, seconds):
    """Inserts silence at the quietest 20 ms of every comma."""
    parts, last, window = [], 0, int(.02 * RATE)
    level = np.convolve(sound ** 2, np.ones(window) / window, "same")
    for index, sign in enumerate(said):
        if sign not in ",;:—" or index + 1 == len(said):
            continue
        # ids begin with a 0; the pause consists of the comma and the space after it
        start, end = ends[index], ends[min(index + 2, len(ends) - 1)]
        at = start + int(np.argmin(level[start:end]))
        parts += [faded(sound[last:at]), np.zeros(int(seconds * RATE))]
        last = at
    return np.concatenate([*parts, faded(sound[last:])])


def faded(sound):
    ramp = np.sin(np.linspace(0, np.pi / 2, int(.012 * RATE))) ** 2
    sound = sound.copy()
    sound[:len(ramp)] *= ramp
    sound[-len(ramp):] *= ramp[::-1]
    return sound


def trimmed(sound):
    loud = np.flatnonzero(np.abs(sound) > NO_SOUND * np.abs(sound).max())
    margin = int(.03 * RATE)
    return faded(sound[max(0, loud[0] - margin):loud[-1] + margin])
