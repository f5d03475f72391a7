/** An error body in the provider's form. `type` is what a reader decides by. */
export function errorBody(type: string, message: string): string {
  const detail = { message, shortMessage: message, resolution: null, type, metaData: null }
  return JSON.stringify({ messages: [message], details: [detail] })
}
