import { normalizeName } from '@fieldhouse/domain/names'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './combobox.module.css'
import { Field } from './field.tsx'
import { type ComboboxOption, searchOptions } from './option-search.ts'
import hidden from './visually-hidden.module.css'

/** As many as people scroll through; typing finds the rest. */
const MAX_SHOWN = 50

type Props = {
  label: string
  /** Whether the label is for assistive technology only: the place says it to everyone else. */
  isLabelHidden?: boolean
  options: readonly ComboboxOption[]
  /** '' while nothing is chosen. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  problem?: string | undefined
  placeholder?: string
}

/** Chooses one of many by typing a part of it. An emptied field chooses nothing. */
export function Combobox({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  problem,
  ...rest
}: Props) {
  const listId = useId()
  // What is being typed; null while the choice itself stands in the field.
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { shown, total } = isOpen ? searchOptions(options, text ?? '', MAX_SHOWN) : NO_MATCHES

  function handleInput(typed: string) {
    setText(typed)
    setActive(0)
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

  function handleBlur() {
    const typed = normalizeName(text?.trim() ?? '')
    choose(typed === '' ? undefined : options.find(({ value: name }) => normalizeName(name) === typed))
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = ARROW_STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setActive(isOpen ? wrapIndex(active + step, shown.length) : 0)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  const hasList = isOpen && shown.length > 0
  return (
    <div className={`${styles['finder']} ${isLabelHidden ? styles['bare'] : ''}`}>
      <Field label={label} problem={problem}>
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
            aria-activedescendant={hasList ? `${listId}-${active}` : undefined}
            value={text ?? value}
            onChange={(event) => handleInput(event.target.value)}
            onKeyDown={handleKeyDown}
            onClick={() => setOpen(true)}
            onBlur={handleBlur}
          />
        )}
      </Field>
      {isOpen ? (
        <div className={styles['popup']} onPointerDown={(event) => event.preventDefault()}>
          {hasList ? <OptionList id={listId} options={shown} active={active} onChoose={choose} /> : null}
          <p
            className={total > shown.length || total === 0 ? styles['remark'] : hidden['hidden']}
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
  active: number
  onChoose: (option: ComboboxOption) => void
}

function OptionList({ id, options, active, onChoose }: OptionListProps) {
  return (
    <div id={id} className={styles['list']} role="listbox" aria-label="Choices">
      {options.map((option, at) => (
        <button
          key={option.value}
          type="button"
          id={`${id}-${at}`}
          className={styles['option']}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          ref={at === active ? scrollOptionIntoView : undefined}
          onClick={() => onChoose(option)}
        >
          <span className={styles['value']}>{option.value}</span>{' '}
          <span className={styles['note']}>{option.note}</span>
        </button>
      ))}
    </div>
  )
}

const NO_MATCHES = { shown: [], total: 0 }

const ARROW_STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Around the ends, as in a native list of choices. */
function wrapIndex(at: number, length: number): number {
  return length === 0 ? 0 : (at + length) % length
}

function resultSummary(shown: number, total: number): string {
  if (total === 0) return 'Nobody found.'
  if (total > shown) return `${shown} of ${total.toLocaleString('en')} shown. Type more of the name.`
  return total === 1 ? '1 found.' : `${total} found.`
}

function scrollOptionIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
