import { normalizeName } from '@fieldhouse/domain/names'

export type ComboboxOption = {
  value: string
  label: string
  note: string
  /** The normalized text that is searched. */
  searchText: string
}

export function toOption(value: string, note: string, label = value): ComboboxOption {
  return { value, label, note, searchText: normalizeName(`${label} ${note}`) }
}

/** The options that contain every typed word, prefix matches first, and the total number of matches. */
export function searchOptions<Option extends ComboboxOption>(
  options: readonly Option[],
  text: string,
  limit: number,
) {
  const query = normalizeName(text.trim())
  const words = query.split(/\s+/)
  const matches = options.filter(({ searchText }) => words.every((word) => searchText.includes(word)))
  const prefixMatches = matches.filter(isPrefixMatch)
  const otherMatches = matches.filter((option) => !isPrefixMatch(option))
  return { shown: [...prefixMatches, ...otherMatches].slice(0, limit), total: matches.length }

  function isPrefixMatch({ searchText }: Option): boolean {
    return searchText.startsWith(query)
  }
}
