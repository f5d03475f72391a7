import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { canAdd, canRemove, MOST_OPTIONS, type OptionLine, withOneMore } from './new-proposal.ts'
import styles from './option-fields.module.css'

/** Signs that an option has at most. Source: decisions, 8. */
const MOST_SIGNS = 120

type Props = {
  options: readonly OptionLine[]
  onChange: (options: readonly OptionLine[]) => void
  problem: string | undefined
}

/** The options of a new proposal: 2 to 12 lines. */
export function OptionFields({ options, onChange, problem }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const focus = (at: number) => list.current?.querySelectorAll('input')[at]?.focus()

  function add() {
    onChange(withOneMore(options))
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
              maxLength={MOST_SIGNS}
              autoComplete="off"
            />
            {canRemove(options) ? (
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
      <Button look="quiet" className={styles['add'] ?? ''} disabled={!canAdd(options)} onClick={add}>
        <Plus size={18} aria-hidden="true" />
        {canAdd(options) ? 'Add an option' : `At most ${MOST_OPTIONS} options`}
      </Button>
    </fieldset>
  )
}
