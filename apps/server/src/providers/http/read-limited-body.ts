import { ProviderError } from '../provider-error.ts'

/** Reads a body as UTF-8. Throws `too_large` as soon as it is over the limit, and reads no further. */
export async function readLimitedBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  // Leaving the loop by throwing cancels the stream.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ProviderError('too_large', `a body of more than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
