#include "textflag.h"

// The last four empty squares with AVX2: the same search in the same order as in
// last.go, position by position, without a call of Go.
//
// AX and BX are the discs of the side to move and of the other; Y0 and Y1 hold them
// in all four lanes, one lane for each of four rays. SI is alpha; R8, R9, DI and R10
// are empty squares; R13 is the value that a search gives. Each lane of Y10 counts
// positions. Y15 is 0, Y14 all ones; Y13, Y12 and Y11 are the steps of the rays, twice
// and four times the steps.

DATA steps<>+0(SB)/8, $1
DATA steps<>+8(SB)/8, $7
DATA steps<>+16(SB)/8, $8
DATA steps<>+24(SB)/8, $9
GLOBL steps<>(SB), RODATA, $32

// What gathers a column and a diagonal into the highest byte.
DATA spread<>+0(SB)/8, $0x0102040810204080
GLOBL spread<>(SB), RODATA, $8
DATA gather<>+0(SB)/8, $0x0101010101010101
GLOBL gather<>(SB), RODATA, $8

#define NONE $-16384

#define COUNT VPSUBQ Y14, Y10, Y10

// FLIP gives what a disc of P turns of O on the square X: in all lanes of Y2 and in
// CX. Towards h8 the lowest square that is not O's ends a run, towards a1 the
// highest, which is found by spreading all such squares along their rays.
#define FLIP(P, O, X) \
	MOVQ X, CX               \
	SHLQ $6, CX              \
	LEAQ ·rays(SB), DX       \
	VMOVDQU (DX)(CX*1), Y3   \
	VMOVDQU 32(DX)(CX*1), Y4 \
	VPANDN Y4, O, Y6         \
	VPANDN Y3, O, Y5         \
	VPSRLVQ Y13, Y6, Y7      \
	VPSUBQ Y5, Y15, Y9       \
	VPOR Y6, Y7, Y7          \
	VPAND Y9, Y5, Y5         \
	VPSRLVQ Y12, Y7, Y8      \
	VPAND P, Y5, Y5          \
	VPOR Y8, Y7, Y7          \
	VPCMPEQQ Y15, Y5, Y9     \
	VPSRLVQ Y11, Y7, Y8      \
	VPADDQ Y14, Y5, Y5       \
	VPOR Y8, Y7, Y7          \
	VPSUBQ Y9, Y5, Y5        \
	VPSRLVQ Y13, Y7, Y7      \
	VPAND P, Y6, Y6          \
	VPAND Y3, Y5, Y5         \
	VPANDN Y6, Y7, Y6        \
	VPADDQ Y6, Y6, Y6        \
	VPSUBQ Y6, Y15, Y6       \
	VPAND Y4, Y6, Y6         \
	VPOR Y6, Y5, Y2          \
	VPERMQ $0x4e, Y2, Y5     \
	VPOR Y5, Y2, Y2          \
	VPSHUFD $0x4e, Y2, Y5    \
	VPOR Y5, Y2, Y2          \
	VMOVQ X2, CX

// TRY is FLIP where a disc of O, SET, is beside X; it jumps to ELSE where nothing turns.
#define TRY(P, O, SET, X, ELSE) \
	LEAQ ·Near(SB), DX   \
	TESTQ SET, (DX)(X*8) \
	JZ ELSE              \
	FLIP(P, O, X)        \
	TESTQ CX, CX         \
	JZ ELSE

// CHILD makes the position after a disc on X that turns Y2 and CX, and its alpha.
#define CHILD(X) \
	LEAQ ·single(SB), DX       \
	VPBROADCASTQ (DX)(X*8), Y3 \
	VPOR Y0, Y2, Y4            \
	VPXOR Y1, Y2, Y0           \
	VPOR Y3, Y4, Y1            \
	MOVQ AX, R12               \
	ORQ CX, R12                \
	ORQ (DX)(X*8), R12         \
	MOVQ BX, AX                \
	XORQ CX, AX                \
	MOVQ R12, BX               \
	NOTQ SI

// SWAP makes the position after a pass, and its alpha.
#define SWAP \
	XCHGQ AX, BX    \
	VMOVDQU Y0, Y2  \
	VMOVDQU Y1, Y0  \
	VMOVDQU Y2, Y1  \
	NOTQ SI

// RUNS is in R14 how many discs a disc on R11 turns where all other squares that are
// not in R12 are the other side's; see LastFlips.
#define RUNS \
	LEAQ ·lines(SB), DX      \
	LEAQ (R11)(R11*2), R15   \
	LEAQ (DX)(R15*8), R15    \
	MOVQ R11, CX             \
	ANDQ $7, CX              \
	MOVQ (R15), DX           \
	MOVQ 8(R15), DI          \
	MOVQ 16(R15), R10        \
	ANDQ R12, DX             \
	ANDQ R12, DI             \
	ANDQ R12, R10            \
	SHRXQ CX, DX, DX         \
	IMULQ gather<>(SB), DI   \
	IMULQ gather<>(SB), R10  \
	IMULQ spread<>(SB), DX   \
	MOVQ R11, R14            \
	ANDQ $56, R14            \
	SHRXQ R14, R12, R15      \
	MOVBQZX R15, R15         \
	SHLQ $5, R14             \
	SHRQ $56, DX             \
	SHRQ $56, DI             \
	SHRQ $56, R10            \
	ADDQ R14, DX             \
	SHLQ $8, CX              \
	LEAQ ·runs(SB), R14      \
	ADDQ R14, CX             \
	MOVBQZX (R14)(DX*1), DX  \
	MOVBQZX (CX)(DI*1), DI   \
	MOVBQZX (CX)(R10*1), R10 \
	MOVBQZX (CX)(R15*1), R14 \
	ADDQ DX, DI              \
	ADDQ R10, R14            \
	ADDQ DI, R14

// FINAL is in R13 the value of a game that is over.
#define FINAL(MORE, LESS, DONE) \
	POPCNTQ AX, CX     \
	POPCNTQ BX, DX     \
	XORQ R13, R13      \
	CMPQ CX, DX        \
	JGT MORE           \
	JLT LESS           \
	JMP DONE           \
MORE:                  \
	MOVQ $64, R13      \
	ADDQ DX, DX        \
	SUBQ DX, R13       \
	JMP DONE           \
LESS:                  \
	LEAQ -64(CX)(CX*1), R13 \
	JMP DONE

// last1 gives in R12 the exact value of the own discs R12 with R11 the only empty
// square. It keeps AX, BX, SI, R8, R9, R11 and R13.
TEXT last1<>(SB), NOSPLIT, $0-0
	RUNS
	POPCNTQ R12, DX
	TESTQ R14, R14
	JZ other
	ADDQ DX, R14
	LEAQ -62(R14)(R14*1), R12
	RET

other:
	NOTQ R12
	LEAQ ·single(SB), DX
	XORQ (DX)(R11*8), R12
	RUNS
	POPCNTQ R12, DX
	MOVQ $63, R12
	SUBQ DX, R12 // the own discs
	TESTQ R14, R14
	JZ over
	SUBQ R14, R12
	LEAQ -64(R12)(R12*1), R12
	RET

over:
	XORQ DX, DX
	CMPQ R12, $32
	JLT less
	MOVQ $2, DX

less:
	LEAQ -64(DX)(R12*2), R12
	RET

// last2 has R8 and R9 to fill. It keeps AX, BX and SI.
TEXT last2<>(SB), NOSPLIT, $0-0
	COUNT
	MOVQ NONE, R13
	TRY(Y0, Y1, BX, R8, second)
	COUNT
	MOVQ BX, R12
	XORQ CX, R12
	MOVQ R9, R11
	CALL last1<>(SB)
	NEGQ R12
	MOVQ R12, R13
	CMPQ R13, SI
	JGT done

second:
	TRY(Y0, Y1, BX, R9, ended)
	COUNT
	MOVQ BX, R12
	XORQ CX, R12
	MOVQ R8, R11
	CALL last1<>(SB)
	NEGQ R12
	CMPQ R12, R13
	CMOVQGT R12, R13
	RET

ended:
	CMPQ R13, NONE
	JNE done

	// The other plays, which wants the least for own.
	TRY(Y1, Y0, AX, R8, fourth)
	COUNT
	MOVQ AX, R12
	XORQ CX, R12
	MOVQ R9, R11
	CALL last1<>(SB)
	MOVQ R12, R13
	CMPQ R13, SI
	JLE done

fourth:
	TRY(Y1, Y0, AX, R9, over)
	COUNT
	MOVQ AX, R12
	XORQ CX, R12
	MOVQ R8, R11
	CALL last1<>(SB)
	CMPQ R13, NONE
	JEQ first
	CMPQ R12, R13
	JGE done

first:
	MOVQ R12, R13
	RET

over:
	CMPQ R13, NONE
	JNE done
	FINAL(more, less, done)

done:
	RET

// What last3 and last4 have on their stacks.
#define OWN 0(SP)
#define OTHER 8(SP)
#define ALPHA 16(SP)
#define SQ1 24(SP)
#define SQ2 32(SP)
#define SQ3 40(SP)
#define SQ4 48(SP)
#define BEST 56(SP)
#define PASSED 64(SP)

#define KEEP \
	MOVQ AX, OWN   \
	MOVQ BX, OTHER \
	MOVQ SI, ALPHA

#define AGAIN \
	MOVQ OWN, AX          \
	MOVQ OTHER, BX        \
	VPBROADCASTQ OWN, Y0  \
	VPBROADCASTQ OTHER, Y1 \
	MOVQ ALPHA, SI

// BETTER takes the value of a child; it jumps to DONE where that is a cut-off.
#define BETTER(DONE) \
	NEGQ R13           \
	MOVQ BEST, CX      \
	CMPQ CX, R13       \
	CMOVQGT CX, R13    \
	MOVQ R13, BEST     \
	CMPQ R13, ALPHA    \
	JGT DONE

// last3 has R8, R9 and DI to fill, and takes a square that is alone in its quarter
// first. It keeps nothing.
TEXT last3<>(SB), NOSPLIT, $72-0
	MOVQ R9, DX
	XORQ DI, DX
	TESTQ $0x24, DX
	JZ ordered
	MOVQ R8, CX
	XORQ R9, CX
	TESTQ $0x24, CX
	JNZ apart
	XCHGQ R8, DI
	JMP ordered

apart:
	MOVQ R8, CX
	XORQ DI, CX
	TESTQ $0x24, CX
	JNZ ordered
	XCHGQ R8, R9

ordered:
	MOVQ R8, SQ1
	MOVQ R9, SQ2
	MOVQ DI, SQ3
	MOVQ $0, PASSED

start:
	KEEP
	COUNT
	MOVQ NONE, BEST
	TRY(Y0, Y1, BX, R8, second)
	CHILD(R8)
	MOVQ R9, R8
	MOVQ DI, R9
	CALL last2<>(SB)
	BETTER(done)
	AGAIN
	MOVQ SQ2, R9

second:
	TRY(Y0, Y1, BX, R9, third)
	CHILD(R9)
	MOVQ SQ1, R8
	MOVQ SQ3, R9
	CALL last2<>(SB)
	BETTER(done)
	AGAIN

third:
	MOVQ SQ3, R9
	TRY(Y0, Y1, BX, R9, ended)
	CHILD(R9)
	MOVQ SQ1, R8
	MOVQ SQ2, R9
	CALL last2<>(SB)
	BETTER(done)
	JMP done

ended:
	MOVQ BEST, R13
	CMPQ R13, NONE
	JNE done
	CMPQ PASSED, $0
	JNE over
	MOVQ $1, PASSED
	SWAP
	MOVQ SQ1, R8
	MOVQ SQ2, R9
	MOVQ SQ3, DI
	JMP start

over:
	FINAL(more, less, done)

done:
	CMPQ PASSED, $0
	JE same
	NEGQ R13

same:
	RET

// func fastLast4(own, other uint64, alpha, x1, x2, x3, x4 int) (value int, nodes int64)
TEXT ·fastLast4(SB), NOSPLIT, $72-72
	MOVQ own+0(FP), AX
	MOVQ other+8(FP), BX
	MOVQ alpha+16(FP), SI
	MOVQ x1+24(FP), R8
	MOVQ x2+32(FP), R9
	MOVQ x3+40(FP), DI
	MOVQ x4+48(FP), R10
	MOVQ R8, SQ1
	MOVQ R9, SQ2
	MOVQ DI, SQ3
	MOVQ R10, SQ4
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ other+8(FP), Y1
	VPXOR Y15, Y15, Y15
	VPXOR Y10, Y10, Y10
	VPCMPEQQ Y14, Y14, Y14
	VMOVDQU steps<>(SB), Y13
	VPADDQ Y13, Y13, Y12
	VPADDQ Y12, Y12, Y11
	MOVQ $0, PASSED

start:
	KEEP
	COUNT
	MOVQ NONE, BEST
	TRY(Y0, Y1, BX, R8, second)
	CHILD(R8)
	MOVQ SQ2, R8
	MOVQ SQ3, R9
	MOVQ SQ4, DI
	CALL last3<>(SB)
	BETTER(done)
	AGAIN

second:
	MOVQ SQ2, R8
	TRY(Y0, Y1, BX, R8, third)
	CHILD(R8)
	MOVQ SQ1, R8
	MOVQ SQ3, R9
	MOVQ SQ4, DI
	CALL last3<>(SB)
	BETTER(done)
	AGAIN

third:
	MOVQ SQ3, R8
	TRY(Y0, Y1, BX, R8, fourth)
	CHILD(R8)
	MOVQ SQ1, R8
	MOVQ SQ2, R9
	MOVQ SQ4, DI
	CALL last3<>(SB)
	BETTER(done)
	AGAIN

fourth:
	MOVQ SQ4, R8
	TRY(Y0, Y1, BX, R8, ended)
	CHILD(R8)
	MOVQ SQ1, R8
	MOVQ SQ2, R9
	MOVQ SQ3, DI
	CALL last3<>(SB)
	BETTER(done)
	JMP done

ended:
	MOVQ BEST, R13
	CMPQ R13, NONE
	JNE done
	CMPQ PASSED, $0
	JNE over
	MOVQ $1, PASSED
	SWAP
	MOVQ SQ1, R8
	JMP start

over:
	FINAL(more, less, done)

done:
	CMPQ PASSED, $0
	JE same
	NEGQ R13

same:
	VMOVQ X10, CX
	VZEROUPPER
	MOVQ R13, value+56(FP)
	MOVQ CX, nodes+64(FP)
	RET

// func hasAVX2() bool
TEXT ·hasAVX2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $0x08800000, CX // the system keeps wide registers; POPCNT
	CMPL CX, $0x08800000
	JNE no
	XORL CX, CX
	XGETBV
	ANDL $6, AX // it keeps the ones of AVX
	CMPL AX, $6
	JNE no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	ANDL $0x120, BX // AVX2 and BMI2
	CMPL BX, $0x120
	JNE no
	MOVB $1, ret+0(FP)

no:
	RET
