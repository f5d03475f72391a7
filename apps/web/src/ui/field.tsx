import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import hidden from './visually-hidden.module.css'

type Props = {
  label: string
  /** What is wrong with the value, shown and announced beside it. */
  problem?: string | undefined
  hint?: ReactNode
  /** Where what surrounds the control says already what it is for, those who see need no label. */
  isLabelHidden?: boolean
  /** Draws the control with these attributes, which tie it to its label, hint and problem. */
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
  const described = problem !== undefined ? `${id}-problem` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div className={styles['field']}>
      <label className={isLabelHidden ? hidden['hidden'] : styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: styles['control'],
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-describedby': described,
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
