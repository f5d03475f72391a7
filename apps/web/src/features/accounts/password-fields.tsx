import type { ComponentProps } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextField } from '../../ui/forms/field.tsx'

/** The hint next to a new password. Source: decisions, 2 "Registration". */
const PASSWORD_RULE = 'At least 8 characters, and not one of the most common passwords.'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'autoComplete'>

export function CurrentPasswordField({ label = 'Current password', ...props }: Props & { label?: string }) {
  return (
    <TextField
      label={label}
      name="current_password"
      type="password"
      autoComplete="current-password"
      {...props}
    />
  )
}

/** A field for a password that is being set, with the rule that it must follow. */
export function NewPasswordField({ label = 'New password', ...props }: Props & { label?: string }) {
  return (
    <TextField
      label={label}
      name="new_password"
      type="password"
      autoComplete="new-password"
      hint={PASSWORD_RULE}
      {...props}
    />
  )
}

type KeepTokensProps = Pick<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>

/** Whether what else opens the account outlives its password. */
export function KeepTokensCheckbox(props: KeepTokensProps) {
  return (
    <Checkbox
      label="Keep my API tokens and calendar and feed addresses"
      note="Leave it off if somebody else may know your password."
      {...props}
    />
  )
}
