// One case of the runner in test/run.mjs.
declare global {
  // eslint-disable-next-line no-var
  var testCase: (name: string, run: () => void | Promise<void>) => void;
  // eslint-disable-next-line no-var
  var pageFolder: string;
}

export const test = (name: string, run: () => void | Promise<void>): void => globalThis.testCase(name, run);
