import { ProviderError } from '../provider-error.ts'

/** Reads a body as UTF-8. Throws `too_large` and stops reading once the body exceeds `maxBytes`. */
export async function readLimitedBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  // Throwing out of the loop cancels the stream.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ProviderError('too_large', `response body exceeds ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
