import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** A 44 px icon button. `label` is its accessible name and tooltip. */
export function IconButton({ label, className, ...rest }: Props) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={`${styles['button']} ${className ?? ''}`}
    />
  )
}
