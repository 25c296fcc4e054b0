type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
  readonly reject: (error: unknown) => void;
};

/** Those who come next wait no longer than that for a batch: it may wait for somebody else, or for ever. */
const PATIENCE_MS = 1_000;

/**
 * Asks for many at once what many ask for at the same time: a question that comes while `width` batches are being
 * answered, none of them for longer than a second, goes with the next ones, at most `limit` together. An answer is never
 * older than its question. `answerAll` answers in the order of the questions; its error is everybody's.
 */
export function combine<Question, Answer>(
  limit: number,
  answerAll: (questions: readonly Question[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
  width = 1,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let busy = 0;

  const work = async (): Promise<void> => {
    busy += 1;
    // What is asked in this same turn of the event loop comes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limit);
      waiting = waiting.slice(limit);
      await inTime(answer(batch));
    }
    busy -= 1;
  };

  /** Throws nothing: errors are the askers'. */
  const answer = async (batch: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await answerAll(batch.map(({ question }) => question));
      batch.forEach(({ resolve, reject }, i) => {
        if (i in answers) resolve(answers[i] as Answer);
        else reject(new RangeError('a question without an answer'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (busy < width) void work();
    });
}

/** Waits for the end of some work, but not longer than the patience lasts. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((isLate) => {
    timer = setTimeout(isLate, PATIENCE_MS);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
