"""TAP from unittest, so that tools/count-tests sees each case."""
import os
import sys
import time
import unittest


class TapResult(unittest.TextTestResult):
    def startTest(self, test):
        super().startTest(test)
        self.began, self.worked = time.monotonic(), os.times()

    def say(self, word, test, more=""):
        print(f"{word} {self.testsRun} - {test.id().split('.', 1)[1]}{more}", flush=True)

    def tell(self, text):
        print("\n".join("# " + line for line in text.splitlines()), flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.say("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.say("ok", test, f" # SKIP {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.say("not ok", test)
        self.tell(self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.say("not ok", test)
        self.tell(self.errors[-1][1])

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.tell(f"{subtest}: {err[1]}")
            test.parts_failed = True
        super().addSubTest(test, subtest, err)

    def stopTest(self, test):
        if getattr(test, "parts_failed", False):
            self.say("not ok", test)
        now = os.times()
        work = now.children_user + now.children_system - (
            self.worked.children_user + self.worked.children_system)
        self.tell(f"{time.monotonic() - self.began:.1f} s, of which programs {work:.1f} s")
        super().stopTest(test)


def run(module="__main__", only=None):
    """Run the tests of a module, or of one class in it; 0 when all passed."""
    load = unittest.defaultTestLoader
    if only:
        suite = load.loadTestsFromTestCase(getattr(sys.modules[module], only))
    else:
        suite = load.loadTestsFromModule(sys.modules[module])
    print(f"1..{suite.countTestCases()}", flush=True)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        done = unittest.TextTestRunner(stream=nowhere, resultclass=TapResult).run(suite)
    return 0 if done.wasSuccessful() else 1
