import { normalizeName } from '@fieldhouse/domain/names'
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react'
import { formatCount } from '../format/format.ts'
import ui from '../ui.module.css'
import { Field } from './field.tsx'
import styles from './forms.module.css'

/** More options than this are found by typing, not by scrolling. */
const MAX_SHOWN = 50

type Props = {
  ref?: Ref<HTMLInputElement>
  label: string
  /** The label is for assistive technology only, because the surroundings make the purpose visible. */
  isLabelHidden?: boolean
  options: readonly ComboboxOption[]
  /** '' if nothing is selected. */
  value: string
  onChange: (value: string) => void
  /** Called after `onChange` when an option was picked from the list, and not typed or cleared. */
  onPick?: (value: string) => void
  disabled?: boolean
  problem?: string | undefined
  placeholder?: string
}

/** Selects one of many options by typing part of it. Clearing the text clears the selection. */
export function Combobox({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  onPick,
  problem,
  ...rest
}: Props) {
  const listId = useId()
  // The text being typed; null while the input shows the selected value.
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const { shown, total } = isOpen ? searchOptions(options, text ?? '', MAX_SHOWN) : NO_MATCHES

  function handleInput(typed: string) {
    setText(typed)
    setActiveIndex(0)
    setOpen(true)
    if (typed === '' && value !== '') onChange('')
  }

  function close() {
    setText(null)
    setOpen(false)
  }

  function choose(option: ComboboxOption | undefined) {
    if (option !== undefined) onChange(option.value)
    close()
  }

  function pick(option: ComboboxOption | undefined) {
    choose(option)
    if (option !== undefined) onPick?.(option.value)
  }

  function handleBlur() {
    const typed = normalizeName(text?.trim() ?? '')
    const isTyped = (name: string) => typed !== '' && normalizeName(name) === typed
    const named = options.filter(({ label: name }) => isTyped(name))
    // Several people can have one name.
    choose(options.find(({ value: name }) => isTyped(name)) ?? (named.length === 1 ? named[0] : undefined))
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = ARROW_STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setActiveIndex(isOpen ? wrapIndex(activeIndex + step, shown.length) : 0)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(shown[activeIndex])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  const hasList = isOpen && shown.length > 0
  return (
    <div className={styles.combobox}>
      <Field label={label} problem={problem} isLabelHidden={isLabelHidden}>
        {(control) => (
          <input
            {...rest}
            {...control}
            role="combobox"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={hasList}
            aria-controls={hasList ? listId : undefined}
            aria-activedescendant={hasList ? `${listId}-${activeIndex}` : undefined}
            value={text ?? options.find((option) => option.value === value)?.label ?? value}
            onChange={(event) => handleInput(event.target.value)}
            onKeyDown={handleKeyDown}
            onClick={() => setOpen(true)}
            onBlur={handleBlur}
          />
        )}
      </Field>
      {isOpen ? (
        <div className={`${ui.floats} ${styles.popup}`} onPointerDown={(event) => event.preventDefault()}>
          {hasList ? (
            <OptionList id={listId} options={shown} activeIndex={activeIndex} onChoose={pick} />
          ) : null}
          <p
            className={total > shown.length || total === 0 ? `${ui.note} ${styles.summary}` : ui.hidden}
            role="status"
          >
            {resultSummary(shown.length, total)}
          </p>
        </div>
      ) : null}
    </div>
  )
}

type OptionListProps = {
  id: string
  options: readonly ComboboxOption[]
  activeIndex: number
  onChoose: (option: ComboboxOption) => void
}

function OptionList({ id, options, activeIndex, onChoose }: OptionListProps) {
  return (
    <div id={id} className={styles.list} role="listbox" aria-label="Options">
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          id={`${id}-${index}`}
          className={`${ui.pressable} ${ui.breakable}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          ref={index === activeIndex ? scrollIntoView : undefined}
          onClick={() => onChoose(option)}
        >
          <span className={ui.strong}>{option.label}</span> <span className={ui.note}>{option.note}</span>
        </button>
      ))}
    </div>
  )
}

const NO_MATCHES = { shown: [], total: 0 }

const ARROW_STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

function wrapIndex(index: number, length: number): number {
  return length === 0 ? 0 : (index + length) % length
}

function resultSummary(shown: number, total: number): string {
  if (total === 0) return 'No matches.'
  if (total > shown)
    return `Showing ${shown} of ${total.toLocaleString('en')}. Keep typing to narrow the list.`
  return `${formatCount(total, 'match', 'matches')}.`
}

export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

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

const DEBOUNCE_MS = 400

export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
