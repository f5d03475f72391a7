import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-button.module.css'

type Props = {
  /** What stands on the button. */
  children: ReactNode
  /** Its name, where several buttons say the same. */
  label?: string
  question: string
  /** What will happen. */
  consequence: string
  /** What the button that does it says. */
  act: string
  disabled?: boolean
  onConfirm: () => void
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton({ children, label, question, consequence, act, disabled, onConfirm }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  return (
    <>
      <Button disabled={disabled} aria-label={label} onClick={() => dialog.current?.showModal()}>
        {children}
      </Button>
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
            look="strong"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {act}
          </Button>
        </div>
      </dialog>
    </>
  )
}
