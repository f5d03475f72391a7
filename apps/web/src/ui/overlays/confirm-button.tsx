import { type ReactNode, useId, useRef } from 'react'
import { Button, IconButton } from '../forms/button.tsx'
import { Row } from '../layout/layout.tsx'
import styles from './overlays.module.css'

type Props = {
  confirmLabel: string
  /** The content of the button, if it is another than the label of the confirmation. */
  children?: ReactNode
  /** The accessible name, if several buttons have the same content. */
  label?: string
  /** The label as a question by default. */
  question?: string
  consequence: string
  disabled?: boolean
  /** Whether the content is an icon without text. Such a button needs a label. */
  isIcon?: boolean
  onConfirm: () => void
}

export function ConfirmButton({ confirmLabel, label, consequence, isIcon = false, ...rest }: Props) {
  const { children = confirmLabel, question = `${label ?? confirmLabel}?`, disabled, onConfirm } = rest
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
        className={styles.confirmButtonDialog}
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-consequence`}
      >
        <h2 className={styles.question} id={`${id}-question`}>
          {question}
        </h2>
        <p id={`${id}-consequence`}>{consequence}</p>
        <Row wraps className={styles.buttons}>
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
        </Row>
      </dialog>
    </>
  )
}
