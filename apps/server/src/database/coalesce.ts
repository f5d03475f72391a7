import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * One question for all who ask at the same time. Those who ask while it is under way share the next one, so
 * that nobody gets an answer that is older than their own question.
 */
export function coalesce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let coming: Promise<Answer> | null = null
  let underWay: Promise<unknown> = Promise.resolve()

  async function runAfter(questionBefore: Promise<unknown>): Promise<Answer> {
    await questionBefore.catch(() => undefined)
    // Whoever came in the same turn of the loop shares this question.
    await nextTurn()
    coming = null
    return ask()
  }

  return () => {
    if (coming === null) {
      coming = runAfter(underWay)
      underWay = coming
    }
    return coming
  }
}
