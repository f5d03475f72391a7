import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './option-fields.module.css'
import { addOption, canAddOption, canRemoveOption, type DraftOption, MAX_OPTIONS } from './proposal-draft.ts'

/** Maximum length of an option in characters. Source: decisions, 8. */
const MAX_OPTION_LENGTH = 120

type Props = {
  options: readonly DraftOption[]
  onChange: (options: readonly DraftOption[]) => void
  problem: string | undefined
}

/** The option fields of a new proposal: 2 to 12. */
export function OptionFields({ options, onChange, problem }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const focusOption = (index: number) => list.current?.querySelectorAll('input')[index]?.focus()

  function add() {
    onChange(addOption(options))
    requestAnimationFrame(() => focusOption(options.length))
  }

  function remove(removedIndex: number) {
    onChange(options.filter((_, index) => index !== removedIndex))
    requestAnimationFrame(() => focusOption(Math.max(0, removedIndex - 1)))
  }

  return (
    <fieldset className={styles['fields']}>
      <legend className={styles['legend']}>Options</legend>
      <ul ref={list} className={styles['list']}>
        {options.map(({ id, text }, index) => (
          <li key={id} className={styles['option']}>
            <TextField
              label={`Option ${index + 1}`}
              isLabelHidden
              placeholder={`Option ${index + 1}`}
              value={text}
              onChange={(newText) =>
                onChange(options.map((option) => (option.id === id ? { id, text: newText } : option)))
              }
              maxLength={MAX_OPTION_LENGTH}
              autoComplete="off"
            />
            {canRemoveOption(options) ? (
              <IconButton label={`Remove option ${index + 1}`} onClick={() => remove(index)}>
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
        {canAddOption(options) ? 'Add option' : `Limit of ${MAX_OPTIONS} options reached`}
      </Button>
    </fieldset>
  )
}
