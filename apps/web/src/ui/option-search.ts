import { normalizeName } from '@fieldhouse/domain/names'

/** Something to be chosen by typing. */
export type ComboboxOption = {
  value: string
  /** Said beside the value, such as a person's name. */
  note: string
  /** What is searched. */
  searchText: string
}

export function toOption(value: string, note: string): ComboboxOption {
  return { value, note, searchText: normalizeName(`${value} ${note}`) }
}

/** Those that have every typed word: values that begin with the text first, at most `limit`. */
export function searchOptions(options: readonly ComboboxOption[], text: string, limit: number) {
  const typed = normalizeName(text.trim())
  const words = typed.split(/\s+/)
  const found = options.filter(({ searchText }) => words.every((word) => searchText.includes(word)))
  const [near, far] = [found.filter(isPrefixMatch), found.filter((option) => !isPrefixMatch(option))]
  return { shown: [...near, ...far].slice(0, limit), total: found.length }

  function isPrefixMatch({ searchText }: ComboboxOption): boolean {
    return searchText.startsWith(typed)
  }
}
