import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** A button of 44 px with an icon alone; `label` is its name. */
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
