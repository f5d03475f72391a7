import type { ComponentProps } from 'react'
import styles from './button.module.css'

type Props = ComponentProps<'button'> & { variant?: 'strong' | 'plain' | 'quiet' }

/** A button of 44 px. `strong` is the one thing to do, `quiet` has no frame. */
export function Button({ variant = 'plain', className, type = 'button', ...rest }: Props) {
  return (
    <button {...rest} type={type} className={`${styles['button']} ${className ?? ''}`} data-look={variant} />
  )
}
