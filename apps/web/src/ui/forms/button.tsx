import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './forms.module.css'

type ButtonProps = ComponentProps<'button'> & { variant?: 'strong' | 'plain' | 'quiet' }

/** A button at least 44 px high. Use `strong` for the primary action; `quiet` has no border. */
export function Button({ variant = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={`${styles.button} ${className ?? ''}`} data-variant={variant} />
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  /** Anything else than an icon is given as children. */
  icon?: LucideIcon
  iconSize?: number
}

/** A 44 px icon button. `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  icon: Icon,
  iconSize = 20,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={`${styles.icon} ${className ?? ''}`}
    >
      {Icon === undefined ? children : <Icon size={iconSize} aria-hidden="true" />}
    </button>
  )
}
