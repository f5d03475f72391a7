/** Something to wait for until a test lets it pass. */
export function aGate(): { passed: Promise<void>; pass: () => void } {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass: () => pass() }
}
