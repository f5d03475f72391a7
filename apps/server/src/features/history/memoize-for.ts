/** What was answered to a question, asked again after a while, in milliseconds; a failure is not kept. */
export function memoizeFor<Answer>(
  ask: () => Promise<Answer>,
  forMs: number,
  now: () => Date,
): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; from: number } | null = null
  return () => {
    const at = now().getTime()
    if (kept !== null && at >= kept.from && at - kept.from < forMs) return kept.answer
    const answer = ask()
    kept = { answer, from: at }
    answer.catch(() => {
      kept = null
    })
    return answer
  }
}
