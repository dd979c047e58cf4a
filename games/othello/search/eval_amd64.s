#include "textflag.h"

// The evaluation with AVX2. Both functions do what their portable forms in patterns.go do.

// func fastPlay(to, from *contents, powers *[64]contents, sq int, flips uint64)
TEXT ·fastPlay(SB), NOSPLIT, $0-40
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ powers+16(FP), DX
	MOVQ sq+24(FP), BX
	MOVQ flips+32(FP), AX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	TESTQ AX, AX
	JZ placed

flip:
	TZCNTQ AX, CX
	SHLQ $7, CX
	VPADDW (DX)(CX*1), Y0, Y0
	VPADDW 32(DX)(CX*1), Y1, Y1
	VPADDW 64(DX)(CX*1), Y2, Y2
	VPADDW 96(DX)(CX*1), Y3, Y3
	BLSRQ AX, AX
	JNZ flip

placed:
	ANDQ $63, BX
	SHLQ $7, BX
	VPADDW Y0, Y0, Y0
	VPADDW Y1, Y1, Y1
	VPADDW Y2, Y2, Y2
	VPADDW Y3, Y3, Y3
	VPADDW (DX)(BX*1), Y0, Y0
	VPADDW 32(DX)(BX*1), Y1, Y1
	VPADDW 64(DX)(BX*1), Y2, Y2
	VPADDW 96(DX)(BX*1), Y3, Y3
	VPADDW (SI), Y0, Y0
	VPADDW 32(SI), Y1, Y1
	VPADDW 64(SI), Y2, Y2
	VPADDW 96(SI), Y3, Y3
	VPXOR Y4, Y4, Y4
	VPSUBW Y0, Y4, Y0
	VPSUBW Y1, Y4, Y1
	VPSUBW Y2, Y4, Y2
	VPSUBW Y3, Y4, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

// func fastSum(c *contents, zeros *[features]int32, at *int16, n int) int
TEXT ·fastSum(SB), NOSPLIT, $0-40
	MOVQ c+0(FP), SI
	MOVQ zeros+8(FP), DX
	MOVQ at+16(FP), BX
	MOVQ n+24(FP), CX
	VPXOR Y0, Y0, Y0
	XORQ AX, AX

eight:
	VPMOVSXWD (SI)(AX*2), Y1
	VPADDD (DX)(AX*4), Y1, Y1
	VPCMPEQD Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	VPGATHERDD Y2, (BX)(Y1*2), Y3
	VPSLLD $16, Y3, Y3
	VPSRAD $16, Y3, Y3
	VPADDD Y3, Y0, Y0
	ADDQ $8, AX
	CMPQ AX, CX
	JLT eight

	VEXTRACTI128 $1, Y0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	MOVLQSX AX, AX
	VZEROUPPER
	MOVQ AX, ret+32(FP)
	RET
