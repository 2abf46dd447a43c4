// Sets the browser's language to British English, on every machine.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] });
