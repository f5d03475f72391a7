import { z } from 'zod'
import { DOCUMENT_BUDGET, parseJson } from '../files/json.ts'
import {
  type Clock,
  describeNetworkError,
  type FailedAttempt,
  limitedFetch,
  retryAfterMs,
  withRetries,
} from './http/attempts.ts'

/** A model takes its time to write. */
const TIMEOUT_MS = 45_000
const MAX_ATTEMPTS = 2
const MAX_RETRY_DELAY_MS = 15_000
/** About twice as long as the longest text that is used. */
const MAX_TOKENS = 1500

type ChatModelOptions = Clock & {
  /** Up to and including the version, such as `https://api.example.com/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
  userAgent: string
  fetch?: typeof globalThis.fetch
  /** Per attempt. Default: 45 seconds. */
  timeoutMs?: number
}

type ChatRequest = { instructions: string; input: string; signal: AbortSignal }

export type ChatModel = ReturnType<typeof chatModel>

/** The model did not answer, or not with a text. The message never contains the answer or the key. */
export class ChatModelError extends Error {
  override name = 'ChatModelError'
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
})

type Outcome = { kind: 'ok'; text: string } | FailedAttempt<'failed'>

/** Follows no redirects, and limits the time, the size and the number of requests for each answer. */
export function chatModel(options: ChatModelOptions) {
  const { baseUrl, model, apiKey, userAgent, timeoutMs = TIMEOUT_MS, now } = options
  const fetchLimited = limitedFetch({ userAgent, fetch: options.fetch, timeoutMs })

  async function attempt({ instructions, input, signal }: ChatRequest): Promise<Outcome> {
    signal.throwIfAborted()
    try {
      const response = await fetchLimited(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({
          model,
          max_tokens: MAX_TOKENS,
          messages: [
            { role: 'system', content: instructions },
            { role: 'user', content: input },
          ],
        }),
        signal,
      })
      return response.ok ? await readText(response) : readFailure(response)
    } catch (error) {
      signal.throwIfAborted()
      return { ...failed(describeNetworkError(error), 0), cause: error }
    }
  }

  function readFailure({ status, headers }: Response): Outcome {
    const mayRecover = status === 429 || status >= 500
    return failed(
      `HTTP ${status}`,
      mayRecover ? (retryAfterMs(headers.get('retry-after'), now()) ?? 0) : null,
    )
  }

  return {
    /** Returns the text of the answer. Throws a ChatModelError, or the signal's reason when it aborts. */
    async complete(request: ChatRequest): Promise<string> {
      const outcome = await withRetries(() => attempt(request), {
        ...options,
        maxAttempts: MAX_ATTEMPTS,
        maxDelayMs: MAX_RETRY_DELAY_MS,
        signal: request.signal,
        onAttempt: () => {},
      })
      if (outcome.kind === 'ok') return outcome.text
      throw new ChatModelError(outcome.detail, { cause: outcome.cause })
    },
  }
}

async function readText(response: Response): Promise<Outcome> {
  let json: unknown
  try {
    json = parseJson(await response.text(), DOCUMENT_BUDGET)
  } catch {
    // The parser's message quotes the body.
    return failed(`HTTP ${response.status} without JSON`, null)
  }
  const completion = Completion.safeParse(json)
  if (!completion.success) return failed('the answer has an unknown format', null)
  return { kind: 'ok', text: completion.data.choices[0]?.message.content ?? '' }
}

function failed(detail: string, delayMs: number | null): FailedAttempt<'failed'> {
  return { kind: 'failed', failure: 'failed', detail, retryAfterMs: delayMs }
}
