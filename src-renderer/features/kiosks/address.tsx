/** Shows an address without `http://`. Lines break only before the port or the path. */
export function Address({ of: address }: { of: string }) {
  const { hostname, port, pathname } = new URL(address);
  return (
    <span className="kiosk-address">
      {hostname}:<wbr />
      {port}
      {pathname === '/' ? null : (
        <>
          <wbr />
          {pathname}
        </>
      )}
    </span>
  );
}
