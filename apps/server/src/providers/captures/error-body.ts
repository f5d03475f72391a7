/** Builds an error body in ESPN's format. Clients branch on `type`. */
export function errorBody(type: string, message: string): string {
  const detail = { message, shortMessage: message, resolution: null, type, metaData: null }
  return JSON.stringify({ messages: [message], details: [detail] })
}
