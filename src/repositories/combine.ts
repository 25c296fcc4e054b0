type Waiting<Question, Answer> = {
  readonly question: Question;
  readonly resolve: (answer: Answer | PromiseLike<Answer>) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Asks for many at once what many ask for at the same time: a question that comes while `width` batches are being
 * answered goes with the next ones, at most `limit` together. An answer is never older than its question. `answerAll`
 * answers in the order of the questions; its error is everybody's.
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
      try {
        const answers = await answerAll(batch.map(({ question }) => question));
        batch.forEach(({ resolve, reject }, i) => {
          if (i in answers) resolve(answers[i] as Answer);
          else reject(new RangeError('a question without an answer'));
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy -= 1;
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (busy < width) void work();
    });
}
