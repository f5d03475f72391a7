/** '1 season', '2 seasons'; `many` for words that do not take an s. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
