"""Public-domain hymn and folk tunes: degree:beats; `key` is the pitch of degree 1, `,` an octave lower, `'` higher.
The keys are near each other (F, E flat, A flat, B flat), so that any may follow any."""

NEW_BRITAIN = dict(key=65, meter=3, pickup=1, bpm=60, seed=3, melody="""
 5, | 1:2 3:.5 1:.5 | 3:2 2 | 1:2 6, | 5,:2 5, | 1:2 3:.5 1:.5 | 3:2 2 | 5:3 | 5:2 3 |
 5:1.5 3:.5 5:.5 3:.5 | 1:2 5, | 6,:1.5 1:.5 1:.5 6,:.5 | 5,:2 5, | 1:2 3:.5 1:.5 | 3:2 2 | 1:3 | 1:3""",
    chords="I I IV I I vi V V I I IV I vi".split() + [("I/5", "V7"), "I", "I"])

WIEGENLIED = dict(key=63, meter=3, pickup=1, bpm=60, seed=8, melody="""
 3:.5 3:.5 | 5:1.5 3:.5 3 | 5:2 3:.5 5:.5 | 1' 7:1.5 6:.5 | 6 5 2:.5 3:.5 | 4 2 2:.5 3:.5 | 4:2 2:.5 4:.5 |
 7:.5 6:.5 5 7 | 1':2 1:.5 1:.5 | 1':2 6:.5 4:.5 | 5:2 3:.5 1:.5 | 4 5 6 | 5:2 1:.5 1:.5 | 1':2 6:.5 4:.5 |
 5:2 3:.5 1:.5 | 4:1 3 2 | 1:2""",
    chords="I I I I V7 V7 V7 I IV I V7 I IV I V7 I".split())

OLD_HUNDREDTH = dict(key=65, meter=4, pickup=0, bpm=200 / 3, seed=5, melody="""
 1:2 1 7, | 6, 5, 1 2 | 3:4 | 3:2 3 3 | 2 1 4 3 | 2:4 | 1:2 2 3 | 2 1 6, 7, | 1:4 | 5:2 3 1 | 2 4 3 2 | 1:4""",
    chords=["I", ("vi", "I"), "I", "I", ("V", "IV"), "V", ("vi", "V"), ("I2", "IV"), "I", ("I", "vi"),
            ("ii", "V"), "I"])

EVENTIDE = dict(key=63, meter=4, pickup=0, bpm=200 / 3, seed=4, melody="""
 3:2 3 2 | 1:2 5:2 | 6 5 5 4 | 3:4 | 3:2 4 5 | 6:2 5:2 | 4 2 3 #4 | 5:4 |
 3:2 3 2 | 1:2 5:2 | 5 4 4 3 | 2:4 | 2:2 3 4 | 3 2 1 4 | 3:2 2:2 | 1:4""",
    chords=["I", ("I", "V"), ("IV", "V"), "I", ("I", "IV"), ("IV", "I"), ("ii", "II"), "V", "I", ("vi", "iii"),
            ("I", "V7"), "V", ("V", "V7"), ("vi", "IV"), ("I", "V"), "I"])

AR_HYD_Y_NOS = dict(key=68, meter=4, pickup=0, bpm=200 / 3, seed=6, melody="""
 1:1.5 7,:.5 6, 1 | 2:1.5 1:.5 7, 5, | 6,:2 7,:1.5 7,:.5 | 1:4 | 1:1.5 7,:.5 6, 1 | 2:1.5 1:.5 7, 5, |
 6,:2 7,:1.5 7,:.5 | 1:4 | 4:1 3 4 5 | 6:1.5 5:.5 4 3 | 4:1 3 2 1 | 2:1.5 1:.5 7, 5, | 1:1.5 7,:.5 6, 1 |
 2:1.5 1:.5 7, 5, | 6,:2 7,:1.5 7,:.5 | 1:4""",
    chords=[("I", "vi"), ("ii", "V"), ("IV", "V"), "I", ("I", "vi"), ("ii", "V"), ("IV", "V"), "I", "IV", "IV",
            ("ii", "V"), "V", ("I", "vi"), ("ii", "V"), ("IV", "V"), "I"])

HYMN_TO_JOY = dict(key=70, meter=4, pickup=0, bpm=200 / 3, seed=9, melody="""
 3 3 4 5 | 5 4 3 2 | 1 1 2 3 | 3:1.5 2:.5 2:2 | 3 3 4 5 | 5 4 3 2 | 1 1 2 3 | 2:1.5 1:.5 1:2 |
 2 2 3 1 | 2 3:.5 4:.5 3 1 | 2 3:.5 4:.5 3 2 | 1 2 5,:2 | 3 3 4 5 | 5 4 3 2 | 1 1 2 3 | 2:1.5 1:.5 1:2""",
    chords=[("I", "V7"), ("V", "I"), ("vi", "V"), ("I", "V"), ("I", "V7"), ("V", "I"), ("vi", "V"), ("V", "I"),
            ("V", "I"), ("V", "I"), ("V", "I"), ("vi", "V"), ("I", "V7"), ("V", "I"), ("vi", "V"), ("V", "I")])

TUNES = {
    "new-britain": NEW_BRITAIN, "old-hundredth": OLD_HUNDREDTH, "hymn-to-joy": HYMN_TO_JOY,
    "eventide": EVENTIDE, "ar-hyd-y-nos": AR_HYD_Y_NOS, "wiegenlied": WIEGENLIED,
}
