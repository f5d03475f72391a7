import type { ComponentProps } from 'react'
import styles from './button.module.css'

type Props = ComponentProps<'button'> & { variant?: 'strong' | 'plain' | 'quiet' }

/** A button at least 44 px high. Use `strong` for the primary action; `quiet` has no border. */
export function Button({ variant = 'plain', className, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`${styles['button']} ${className ?? ''}`}
      data-variant={variant}
    />
  )
}
