// The browser of the owner in the tests is set to British English, on every machine.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] });
