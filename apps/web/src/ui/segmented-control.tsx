import { RadioOptions, type RadioProps } from './radio-options.tsx'
import styles from './segmented-control.module.css'

type Props<Value extends string> = RadioProps<Value> & { label: string }

/** Switches between a few views of the same content. */
export function SegmentedControl<Value extends string>({ label, ...options }: Props<Value>) {
  return (
    <div className={styles['row']} role="radiogroup" aria-label={label}>
      <RadioOptions {...options} className={styles['option']} />
    </div>
  )
}
