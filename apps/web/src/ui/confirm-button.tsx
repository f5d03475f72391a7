import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-button.module.css'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** What stands on the button. */
  children: ReactNode
  /** Its name, where several buttons say the same. */
  label?: string
  question: string
  /** What will happen. */
  consequence: string
  /** What the button that does it says. */
  confirmLabel: string
  disabled?: boolean
  /** Whether an icon alone stands on the button, which then needs a label. */
  isIcon?: boolean
  onConfirm: () => void
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton({ children, label, question, consequence, confirmLabel, ...rest }: Props) {
  const { disabled, isIcon = false, onConfirm } = rest
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const open = () => dialog.current?.showModal()
  const close = () => dialog.current?.close()
  return (
    <>
      {isIcon ? (
        <IconButton disabled={disabled} label={label ?? confirmLabel} onClick={open}>
          {children}
        </IconButton>
      ) : (
        <Button disabled={disabled} aria-label={label} onClick={open}>
          {children}
        </Button>
      )}
      <dialog
        ref={dialog}
        className={styles['dialog']}
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-consequence`}
      >
        <h2 className={styles['question']} id={`${id}-question`}>
          {question}
        </h2>
        <p id={`${id}-consequence`}>{consequence}</p>
        <div className={styles['buttons']}>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="strong"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {confirmLabel}
          </Button>
        </div>
      </dialog>
    </>
  )
}
