/** Whether a name or an address, with or without brackets, is one of this machine only. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(hostname)
}

/** Addresses of home networks, shared ones of mobile networks and VPNs, and link-local ones. */
const PRIVATE_ADDRESS =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd]|\[fe[89ab])/i

/** Names that only a network itself knows. */
const LOCAL_NAME = /^[^.[\]]+$|\.(?:local|lan|home|internal|home\.arpa)$/i

export function whoCanOpen(hostname: string): 'machine' | 'network' | 'anybody' {
  if (isLoopbackHost(hostname)) return 'machine'
  return PRIVATE_ADDRESS.test(hostname) || LOCAL_NAME.test(hostname) ? 'network' : 'anybody'
}
