import { describe, expect, test } from 'vitest';
import { ownWords } from './own-words.ts';
import { readBody, readHead } from './read-mail.ts';

const DESK = 'desk@cradlesong.example';
const bytes = (source: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(source.replaceAll('\n', '\r\n'), encoding);
const wordsIn = async (source: string, encoding?: BufferEncoding) =>
  ownWords((await readBody(bytes(source, encoding))).text, [DESK]);

/** As they leave the programs people write with, of which each has its own way to quote. */
const GMAIL = `MIME-Version: 1.0
Date: Tue, 24 Nov 2026 22:04:11 +0000
References: <t-42-abcdefghij@cradlesong.example> <1b2c@cradlesong.example>
In-Reply-To: <1b2c@cradlesong.example>
Message-ID: <CAKx9=Zb+7@mail.gmail.com>
Subject: Re: Our answer: No sound [T-42-abcdefghij]
From: Ruth Bell <Ruth.Bell@Gmail.example>
To: Cradlesong <${DESK}>
Content-Type: multipart/alternative; boundary="000000000000d3"

--000000000000d3
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

Thank you! It is up, and still quiet =E2=80=94 on both telephones.

Love,
Ruth

On Tue, 24 Nov 2026 at 21:58, Cradlesong <${DESK}>
wrote:

> Our answer to you
>
> Turn it up.
>

--000000000000d3
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: quoted-printable

<div dir=3D"ltr">Thank you!</div>
--000000000000d3--
`;

const APPLE = `Content-Type: text/plain; charset=us-ascii
Content-Transfer-Encoding: 7bit
From: Ruth Bell <ruth@icloud.example>
Mime-Version: 1.0 (1.0)
Subject: Re: Our answer: No sound
Message-Id: <8E1F-4C@icloud.example>

It works now.

Sent from my iPhone

> On 24 Nov 2026, at 21:58, Cradlesong <${DESK}> wrote:
> 
> \u{fffd}Our answer to you
> 
> Turn it up.
`;

const OUTLOOK = `From: Ruth Bell <ruth@outlook.example>
To: Cradlesong <${DESK}>
Subject: RE: Our answer: No sound
Message-ID: <AM6PR01@eurprd01.prod.outlook.example>
Content-Type: multipart/alternative; boundary="_000_"
MIME-Version: 1.0

--_000_
Content-Type: text/plain; charset="iso-8859-1"
Content-Transfer-Encoding: quoted-printable

Sch=F6n, danke. Es geht wieder.

________________________________
Von: Cradlesong <${DESK}>
Gesendet: Dienstag, 24. November 2026 21:58
An: Ruth Bell <ruth@outlook.example>
Betreff: Our answer: No sound

Our answer to you

Turn it up.

--_000_--
`;

const OUTLOOK_WEB_HTML = `From: Ruth Bell <ruth@outlook.example>
Subject: Re: Our answer
Message-ID: <only-html@outlook.example>
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${Buffer.from(
  `<html><head><style>P {margin:0}</style><title>x</title></head><body dir="ltr">
<div class="elementToProof">It is &lt;3 better&nbsp;now.<br>And <b>you</b>?</div>
<div class="elementToProof">1&nbsp;&amp;&nbsp;2</div>
<div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Cradlesong &lt;${DESK}&gt;<br>
<b>Sent:</b> Tuesday<br><b>Subject:</b> Our answer</div><div>Our answer to you</div></body></html>`,
).toString('base64')}
`;

const GMAIL_HTML_ONLY = `From: Ruth <ruth@gmail.example>
Subject: Re: Our answer
Message-ID: <html@mail.gmail.example>
Content-Type: text/html; charset="utf-8"

<div dir="auto">Yes, please.<div dir="auto"><br></div><div dir="auto">Ruth</div></div><br>
<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, 24 Nov 2026 at 21:58, Cradlesong &lt;<a href="mailto:${DESK}">${DESK}</a>&gt; wrote:<br></div>
<blockquote class="gmail_quote"><h1>Our answer to you</h1><p>Turn it up.</p></blockquote></div>
`;

describe('a reply has her own words', () => {
  test.each([
    ['Gmail', GMAIL, 'Thank you! It is up, and still quiet — on both telephones.\n\nLove,\nRuth'],
    ['Apple Mail on a telephone', APPLE, 'It works now.'],
    ['Outlook, in German and Latin-1', OUTLOOK, 'Schön, danke. Es geht wieder.'],
    ['Outlook on the web, HTML alone', OUTLOOK_WEB_HTML, 'It is <3 better now.\nAnd you?\n1 & 2'],
    ['Gmail, HTML alone', GMAIL_HTML_ONLY, 'Yes, please.\n\nRuth'],
  ])('from %s', async (_program, source, words) => {
    expect(await wordsIn(source)).toBe(words);
  });

  test.each([
    ['windows-1252', 'latin1', 'caf\u00e9 \u0093yes\u0094', 'café “yes”'],
    ['iso-8859-15', 'latin1', '10 \u00a4', '10 €'],
    ['utf-8', 'utf8', 'привет, שלום', 'привет, שלום'],
  ] as const)('in %s', async (charset, encoding, sent, words) => {
    const source = `From: r@x.example\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\n\n${sent}\n`;
    expect(await wordsIn(source, encoding)).toBe(words);
  });

  test('in Japanese, and in lines that flow', async () => {
    const japanese = Buffer.concat([
      bytes('From: r@x.example\nContent-Type: text/plain; charset=iso-2022-jp\n\n'),
      Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42]),
    ]);
    expect((await readBody(japanese)).text.trim()).toBe('あ');
    const flowed = 'From: r@x.example\nContent-Type: text/plain; format=flowed\n\nOne \nline\n';
    expect(await wordsIn(flowed)).toBe('One line');
  });
});

describe('what hangs on a mail', () => {
  const MIXED = `From: r@x.example
Content-Type: multipart/mixed; boundary=mix

--mix
Content-Type: multipart/related; boundary=rel

--rel
Content-Type: text/html

<p>Look:</p><img src="cid:logo@x">
--rel
Content-Type: image/png; name="logo.png"
Content-ID: <logo@x>
Content-Disposition: inline; filename="logo.png"
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--rel--
--mix
Content-Type: image/jpeg
Content-Disposition: attachment; filename*=UTF-8''Bild%20%C3%BC.jpg
Content-Transfer-Encoding: base64

/9j/4A==
--mix
Content-Type: message/rfc822

From: other@x.example
Subject: Inside
Content-Type: text/plain

Somebody else's words
--mix--
`;

  test('is named, and a forwarded mail is no words of hers', async () => {
    const { text, attachments } = await readBody(bytes(MIXED));
    expect(text.trim()).toBe('Look:');
    expect(attachments).toEqual(['Bild ü.jpg', 'a file without a name']);
  });
});

describe('the head of a mail', () => {
  const head = (...lines: string[]) =>
    readHead(bytes(['From: Ruth <r@x.example>', ...lines, '', 'Words'].join('\n')));

  test('says who sent it, what it answers and which mail it is', async () => {
    const { sender, marked, isAutomatic, key } = await readHead(bytes(GMAIL));
    expect(sender).toBe('ruth.bell@gmail.example');
    expect(marked).toContain('<t-42-abcdefghij@cradlesong.example>');
    expect(marked).toContain('[T-42-abcdefghij]');
    expect(isAutomatic).toBe(false);
    const withoutBody = GMAIL.slice(0, GMAIL.indexOf('\n\n') + 2);
    expect((await readHead(bytes(withoutBody))).key).toBe(key);
    expect((await readHead(bytes(APPLE))).key).not.toBe(key);
  });

  test.each([
    ['From: other@x.example'],
    ['From: Ruth <r@x.example>, Other <o@x.example>'],
    ['From: Both: r@x.example, o@x.example;'],
    ['From: '],
    ['Subject: from nobody'],
  ])('with %j names nobody to believe', async (line) => {
    const lines = line.startsWith('From: other') ? ['From: Ruth <r@x.example>', line] : [line];
    expect((await readHead(bytes(`${lines.join('\n')}\n\nWords`))).sender).toBeUndefined();
  });

  test.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated (vacation)',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'List-Id: <mothers.x.example>',
    'X-Autoreply: yes',
    'X-Auto-Response-Suppress: All',
    'X-Failed-Recipients: r@x.example',
    'Return-Path: <>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
  ])('with %j is nobody’s words', async (line) => {
    expect((await head(line)).isAutomatic).toBe(true);
  });

  test.each(['Auto-Submitted: no', 'Precedence: first-class', 'Return-Path: <r@x.example>'])(
    'with %j is somebody’s',
    async (line) => {
      expect((await head(line)).isAutomatic).toBe(false);
    },
  );
});
