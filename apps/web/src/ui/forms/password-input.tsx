import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useEffect, useImperativeHandle, useRef, useState } from 'react'
import ui from '../ui.module.css'
import styles from './forms.module.css'

/** A password that can be shown. It is hidden when its form is submitted. */
export function PasswordInput({ ref, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [isShown, setShown] = useState(false)

  // Browsers offer to save passwords, and remember the texts of other fields, when a form is submitted.
  useEffect(() => {
    const form = input.current?.form
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  function toggle() {
    const field = input.current
    const [start, end] = [field?.selectionStart ?? null, field?.selectionEnd ?? null]
    setShown(!isShown)
    // Browsers move the caret after the type has changed.
    if (field !== null && field === document.activeElement)
      requestAnimationFrame(() => field.setSelectionRange(start, end))
  }

  const Icon = isShown ? EyeOff : Eye
  return (
    <span className={styles.frame}>
      <input
        autoCapitalize="none"
        // Some browsers send what they check to a server.
        spellCheck={false}
        {...props}
        ref={input}
        type={isShown ? 'text' : 'password'}
      />
      <button
        type="button"
        className={`${styles.icon} ${styles.toggle}`}
        aria-pressed={isShown}
        aria-controls={props.id}
        disabled={props.disabled}
        title={isShown ? 'Hide password' : 'Show password'}
        // The focus stays in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
      >
        <Icon size={20} aria-hidden="true" />
        {/* The name does not change, because aria-pressed has the state. */}
        <span className={ui.hidden}>Show password</span>
      </button>
    </span>
  )
}
