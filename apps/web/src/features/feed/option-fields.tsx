import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './option-fields.module.css'
import { addOption, canAddOption, canRemoveOption, type DraftOption, MAX_OPTIONS } from './proposal-draft.ts'

/** Signs that an option has at most. Source: decisions, 8. */
const MAX_OPTION_LENGTH = 120

type Props = {
  options: readonly DraftOption[]
  onChange: (options: readonly DraftOption[]) => void
  problem: string | undefined
}

/** The options of a new proposal: 2 to 12 lines. */
export function OptionFields({ options, onChange, problem }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const focus = (at: number) => list.current?.querySelectorAll('input')[at]?.focus()

  function add() {
    onChange(addOption(options))
    requestAnimationFrame(() => focus(options.length))
  }

  function remove(at: number) {
    onChange(options.filter((_, index) => index !== at))
    requestAnimationFrame(() => focus(Math.max(0, at - 1)))
  }

  return (
    <fieldset className={styles['fields']}>
      <legend className={styles['legend']}>Options</legend>
      <ul ref={list} className={styles['list']}>
        {options.map(({ id, text }, at) => (
          <li key={id} className={styles['line']}>
            <TextField
              label={`Option ${at + 1}`}
              isLabelHidden
              placeholder={`Option ${at + 1}`}
              value={text}
              onChange={(changed) =>
                onChange(options.map((line) => (line.id === id ? { id, text: changed } : line)))
              }
              maxLength={MAX_OPTION_LENGTH}
              autoComplete="off"
            />
            {canRemoveOption(options) ? (
              <IconButton label={`Remove option ${at + 1}`} onClick={() => remove(at)}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {problem === undefined ? null : (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <Button variant="quiet" className={styles['add'] ?? ''} disabled={!canAddOption(options)} onClick={add}>
        <Plus size={18} aria-hidden="true" />
        {canAddOption(options) ? 'Add an option' : `At most ${MAX_OPTIONS} options`}
      </Button>
    </fieldset>
  )
}
