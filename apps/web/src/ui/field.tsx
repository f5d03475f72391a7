import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import hidden from './visually-hidden.module.css'

type Props = {
  label: string
  /** The validation error, shown and announced. */
  problem?: string | undefined
  hint?: ReactNode
  /**
   * Whether the label is for assistive technology only, because the surroundings make the purpose visible.
   */
  isLabelHidden?: boolean
  /** Renders the control with attributes that connect it to its label, hint and problem. */
  children: (control: ControlAttributes) => ReactNode
}

type ControlAttributes = {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function Field({ label, problem, hint, isLabelHidden = false, children }: Props) {
  const id = useId()
  const describedBy = problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className={styles['field']}>
      <label className={isLabelHidden ? hidden['hidden'] : styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles['control'],
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': describedBy,
      })}
      {problem === undefined ? null : (
        <p className={styles['problem']} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint === undefined || problem !== undefined ? null : (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
