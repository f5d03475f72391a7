/** The count with its noun, such as '1 hour', '2 hours' or '0 hours'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
