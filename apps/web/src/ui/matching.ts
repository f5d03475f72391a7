import { normalizeName } from '@fieldhouse/domain/names'

/** Something to be chosen by typing. */
export type Option = {
  value: string
  /** Said beside the value, such as a person's name. */
  note: string
  /** What is searched. */
  key: string
}

export function optionOf(value: string, note: string): Option {
  return { value, note, key: normalizeName(`${value} ${note}`) }
}

/** Those that have every typed word: values that begin with the text first, at most `limit`. */
export function matching(options: readonly Option[], text: string, limit: number) {
  const typed = normalizeName(text.trim())
  const words = typed.split(/\s+/)
  const found = options.filter(({ key }) => words.every((word) => key.includes(word)))
  const [near, far] = [found.filter(isNear), found.filter((option) => !isNear(option))]
  return { shown: [...near, ...far].slice(0, limit), total: found.length }

  function isNear({ key }: Option): boolean {
    return key.startsWith(typed)
  }
}
