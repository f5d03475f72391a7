import styles from './radio-group.module.css'
import { RadioOptions, type RadioProps } from './radio-options.tsx'

type Props<Value extends string> = RadioProps<Value> & { label: string }

/** A group of radio buttons side by side. */
export function RadioGroup<Value extends string>({ label, ...options }: Props<Value>) {
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['label']}>{label}</legend>
      <div className={styles['options']}>
        <RadioOptions {...options} className={styles['option']} />
      </div>
    </fieldset>
  )
}
